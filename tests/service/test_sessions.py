"""Sessions of browsers (H13): a cookie that only the own pages can use, until it idles or ends."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from api.roles import Caller, Role, Scope
from api.service.auth.sessions import AUDIENCE, Manner, Sessions
from api.service.auth.tokens import Tokens
from api.service.known import Known
from api.service.problems import ProblemError
from domain.log.masters import keys_in
from tests.service.asking import House, problem
from tests.service.browsing import CSRF, Browser
from tests.service.test_roles import upgrade

ANN = Caller("ann", Role.PLAYER)
HOUR = timedelta(hours=1)


def tokens_of(house: House) -> Tokens:
    return Tokens(keys_in(house.served.place.tokens))


def token(house: House, who: Caller = ANN, ago: timedelta = timedelta(0)) -> str:
    return tokens_of(house).make(who, 10 * HOUR, datetime.now(UTC) - ago)


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    with Browser(house.served) as found:
        found.log_in(token(house))
        yield found


def test_a_session_says_who_asks(browser: Browser) -> None:
    assert browser.look("/me").json()["name"] == "ann"
    told = browser.look("/session").json()
    assert told["csrf"] == browser.csrf
    assert (told["role"], told["scopes"], told["idle_seconds"]) == (
        "player",
        ["play", "read"],
        1800,
    )
    problem(browser.ask("/tables/nowhere/leave"), 404, "no_such_table", "H3.1")


def test_the_cookie_is_for_this_house_alone_and_for_no_script(house: House) -> None:
    headers = {"Authorization": f"Bearer {token(house)}"}
    answer = house.stranger.post("/session", headers=headers)
    _, *said = answer.headers["Set-Cookie"].split("; ")
    assert sorted(one.partition("=")[0] for one in said) == [
        "HttpOnly",
        "Max-Age",
        "Path",
        "SameSite",
    ]
    assert {"HttpOnly", "Path=/", "SameSite=Strict"} <= set(said)
    over_tls = Sessions(tokens_of(house), Manner(tls=True)).cookie_of(known())
    assert over_tls.startswith("__Host-paipu=")
    assert over_tls.endswith("; Path=/; HttpOnly; SameSite=Strict; Secure")


def known() -> Known:
    now = int(datetime.now(UTC).timestamp())
    return Known(ANN, now + 3600, now, now, "of the test", now)


def test_a_session_is_opened_by_a_token_only(house: House, browser: Browser) -> None:
    problem(house.stranger.post("/session"), 401, "no_token")
    problem(browser.ask("/session"), 400, "two_credentials")
    problem(browser.ask("/session", Authorization=f"Bearer {token(house)}"), 400, "two_credentials")
    problem(house.guests["ann"].client.get("/session"), 404, "no_session")
    problem(house.guests["ann"].client.delete("/session"), 404, "no_session")


def test_h13_4_a_session_is_opened_by_a_new_token_only(house: House) -> None:
    for role in Role:
        old = token(house, Caller("ann", role), timedelta(minutes=31))
        headers = {"Authorization": f"Bearer {old}"}
        problem(house.stranger.post("/session", headers=headers), 401, "stale_token")
        assert house.stranger.get("/me", headers=headers).status_code == 200, "it is good else"


@pytest.mark.parametrize("proof", [None, "", "0" * 64, "é".encode()])
def test_a_command_of_a_session_needs_its_proof(
    browser: Browser, proof: str | bytes | None
) -> None:
    problem(browser.ask("/tables/t/leave", X_CSRF_Token=proof), 403, "no_csrf_token")
    problem(browser.ask("/session", method="DELETE", X_CSRF_Token=proof), 403, "no_csrf_token")


def test_the_proof_of_another_session_is_none(house: House, browser: Browser) -> None:
    with Browser(house.served) as other:
        other.log_in(token(house))
        assert other.csrf != browser.csrf
        problem(browser.ask("/tables/t/leave", X_CSRF_Token=other.csrf), 403, "no_csrf_token")


FOREIGN = ["https://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_page_asks_nothing(house: House, browser: Browser, origin: str) -> None:
    with house.unchanged():
        problem(browser.ask("/tables/t/leave", Origin=origin), 403, "foreign_origin")
        problem(browser.look("/me", Origin=origin), 403, "foreign_origin")
        by_token = house.guests["ann"].client
        problem(by_token.get("/me", headers={"Origin": origin}), 403, "foreign_origin")
        problem(by_token.post("/session", headers={"Origin": origin}), 403, "foreign_origin")


def test_a_command_of_no_page_is_none_of_a_session(house: House, browser: Browser) -> None:
    with house.unchanged():
        problem(browser.ask("/tables/t/leave", Origin=None), 403, "foreign_origin")
    assert browser.client.get("/me").status_code == 200, "an old browser names no site when looking"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nowhere"])
def test_another_site_shows_nothing_of_a_session(browser: Browser, site: str) -> None:
    problem(browser.client.get("/me", headers={"Sec-Fetch-Site": site}), 403, "foreign_origin")


def handshake(house: House, *lines: str) -> tuple[int, bytes]:
    request = upgrade("/v1/tables/t/live", None)
    return house.raw(request.replace(b"\r\n\r\n", "\r\n".join(["", *lines, "", ""]).encode()))


@pytest.mark.parametrize("origin", [None, *FOREIGN])
def test_a_socket_of_another_page_is_refused(
    house: House, browser: Browser, origin: str | None
) -> None:
    lines = [f"Cookie: paipu={browser.cookie}", *([] if origin is None else [f"Origin: {origin}"])]
    status, body = handshake(house, *lines)
    assert (status, b'"foreign_origin"' in body) == (403, True)
    by_token = f"Authorization: Bearer {house.guests['ann'].token}"
    if origin is not None:
        assert handshake(house, by_token, f"Origin: {origin}")[0] == 403


def test_neither_is_a_token_a_session_nor_a_session_a_token(house: House, browser: Browser) -> None:
    headers = {"Authorization": f"Bearer {browser.cookie}"}
    problem(house.stranger.get("/me", headers=headers), 401, "bad_token")
    headers = {"Cookie": f"paipu={token(house)}"}
    problem(house.stranger.get("/me", headers=headers), 401, "bad_token")
    headers = {"Cookie": f"paipu={browser.cookie}; paipu={browser.cookie}"}
    problem(house.stranger.get("/me", headers=headers), 401, "bad_token")


def test_h13_3_who_logs_out_has_taken_all_copies_of_the_cookie_back(
    house: House, browser: Browser
) -> None:
    copy = {"Cookie": f"paipu={browser.cookie}"}
    assert house.stranger.get("/me", headers=copy).status_code == 200
    answer = browser.ask("/session", method="DELETE")
    assert answer.json() == {"ended": True}
    assert browser.cookie == ""
    problem(house.stranger.get("/me", headers=copy), 401, "session_over")


def test_a_session_that_was_never_opened_is_none(house: House) -> None:
    """Not even the secrets of tokens make one: it is a fact of the log that somebody logged in."""
    forged = Sessions(tokens_of(house), Manner()).cookie_of(known())
    headers = {"Cookie": forged.partition(";")[0]}
    problem(house.stranger.get("/me", headers=headers), 401, "session_over")


def aged(house: House, browser: Browser, seconds: int) -> dict[str, str]:
    """Return the cookie of a browser as it would be, had it not been used for so long."""
    tokens = tokens_of(house)
    claims = tokens.verified(browser.cookie, AUDIENCE)
    made = tokens.signed({**claims, "seen": claims["seen"] - seconds}, AUDIENCE)
    return {"Cookie": f"paipu={made}"}


def test_h13_4_a_session_that_idles_is_over(house: House, browser: Browser) -> None:
    problem(house.stranger.get("/me", headers=aged(house, browser, 1801)), 401, "session_idle")
    used = house.stranger.get("/me", headers=aged(house, browser, 1700))
    assert used.status_code == 200
    assert "Set-Cookie" in used.headers, "it is used, so that it does not idle"


@pytest.mark.parametrize("minutes", [1, 2, 30])
def test_h13_4_a_session_that_is_used_goes_on_however_short_it_may_idle(
    minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used at the last moment each time, and over a second after it."""
    tokens, idle = Tokens({"one": bytes(32)}), 60 * minutes
    sessions = Sessions(tokens, Manner(idle_seconds=idle))
    at = datetime.now(UTC).timestamp()
    monkeypatch.setattr("time.time", lambda: at)
    known = sessions.opened(tokens.known(tokens.make(ANN, 10 * HOUR, datetime.now(UTC))))
    cookie = ""
    for _ in range(4):
        cookie = sessions.cookie_of(known).partition("=")[2].partition(";")[0]
        at += idle
        known = sessions.known(cookie)
        assert sessions.is_old(known), "it is used, and the cookie says so from now on"
    at += 1
    with pytest.raises(ProblemError) as error:
        sessions.known(cookie)
    assert error.value.problem.code == "session_idle"


@pytest.mark.parametrize("ago", [2, 31, 59])
def test_h13_4_each_second_of_use_counts(house: House, browser: Browser, ago: int) -> None:
    used = house.stranger.get("/me", headers=aged(house, browser, ago))
    assert "Set-Cookie" in used.headers


def test_a_session_narrows_as_its_token_does(house: House) -> None:
    looking = Caller("ann", Role.PLAYER, frozenset((Scope.READ,)))
    with Browser(house.served) as browser:
        assert browser.log_in(token(house, looking))["scopes"] == ["read"]
        assert browser.look("/me").status_code == 200
        problem(browser.ask("/tables/t/leave"), 403, "wrong_scope")


def test_no_secret_of_a_session_is_told(house: House, browser: Browser) -> None:
    answers = [browser.look("/me"), browser.ask("/tables/t/leave", X_CSRF_Token=browser.csrf[:-1])]
    told = house.served.output() + "".join(one.text for one in answers)
    assert browser.cookie not in told
    assert browser.csrf not in told
    assert CSRF in told


def test_a_session_outlives_no_token() -> None:
    sessions = Sessions(Tokens({"one": bytes(32)}), Manner(idle_seconds=60))
    now = int(datetime.now(UTC).timestamp())
    with pytest.raises(ProblemError):
        sessions.opened(Known(ANN, now + 5, now - 100, now - 100))
    made = sessions.opened(Known(ANN, now + 5, now, now))
    assert made.until == now + 5
    assert f"Max-Age={made.until - now}" in sessions.cookie_of(made)
