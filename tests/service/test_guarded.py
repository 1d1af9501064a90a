"""A service that is set up tightly: what it takes, tells browsers, and believes."""

import socket
from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from api.roles import Role
from api.service.heads import MOST_URL
from tests.service.asking import House, problem
from tests.service.browsing import Browser
from tests.service.test_requests_logged import logged
from tests.service.test_revoked import until
from tests.service.test_roles import upgrade
from tests.support.service import PATIENCE, SETTINGS, Served, place_at, served

TIGHT = {
    "PAIPU_TLS": "yes",
    "PAIPU_ORIGINS": "https://play.example",
    "PAIPU_PROXIES": "127.0.0.1",
    "PAIPU_RATE_CALLER": "10/600",
    "PAIPU_RATE_ADDRESS": "40/600",
    "PAIPU_RATE_LOGINS": "5/600",
    "PAIPU_SOCKETS": "2",
}
ON_ALL = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("tight")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), settings=TIGHT) as found:
        office = found.guest("office", Role.OPERATOR)
        office.done("/tables", {"table": "t", "settings": SETTINGS})
        yield found


numbers = iter(range(10, 250))


@pytest.fixture
def address() -> str:
    """An address that nobody has asked from before."""
    return f"192.0.2.{next(numbers)}"


CLIENT = httpx.Client(timeout=PATIENCE)
"""Making one for each request would take longer than the request."""


@pytest.fixture(autouse=True, scope="module")
def closing() -> Iterator[None]:
    yield
    CLIENT.close()


def asking(running: Served, address: str) -> Callable[..., httpx.Response]:
    """Return what asks from an address, as a proxy tells it."""

    def ask(path: str, token: str = "", **headers: str) -> httpx.Response:
        named = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", **headers}
        if token:
            named["Authorization"] = f"Bearer {token}"
        return CLIENT.get(f"{running.url}/v1{path}", headers=named)

    return ask


def refused(answer: httpx.Response, code: str = "too_many_requests") -> None:
    problem(answer, 429, code)
    assert int(answer.headers["Retry-After"]) >= 1


def test_a_caller_asks_so_much_and_others_all_the_same(tight: Served, address: str) -> None:
    ask, token = asking(tight, address), tight.token(f"guest {uuid4().hex}")
    assert [ask("/me", token).status_code for _ in range(10)] == [200] * 10
    refused(ask("/me", token))
    assert ask("/me", tight.token(f"guest {uuid4().hex}")).status_code == 200


def test_an_address_asks_so_much_whoever_asks(tight: Served, address: str) -> None:
    ask = asking(tight, address)
    assert {ask("/version").status_code for _ in range(40)} == {200}
    refused(ask("/version"))
    refused(ask("/me", tight.token("somebody")))
    assert asking(tight, "198.51.100.1")("/version").status_code == 200


def test_of_ipv6_a_network_is_one_address(tight: Served) -> None:
    for number in range(40):
        assert asking(tight, f"2001:db8:1:2::{number:x}")("/version").status_code == 200
    refused(asking(tight, "2001:db8:1:2:ffff::1")("/version"))
    assert asking(tight, "2001:db8:1:3::1")("/version").status_code == 200


def test_what_a_client_writes_of_its_address_does_not_count(tight: Served, address: str) -> None:
    for number in range(40):
        asking(tight, f"203.0.113.{number}, {address}")("/version")
    refused(asking(tight, f"203.0.113.99, {address}")("/version"))


def test_who_tries_tokens_locks_out_nobody_else_at_the_address(tight: Served, address: str) -> None:
    ask, good = asking(tight, address), tight.token(f"guest {uuid4().hex}")
    assert ask("/me", good).status_code == 200
    forged = good[:-4]
    for number in range(5):
        problem(ask("/me", f"{forged}{number}"), 401, "bad_token")
    refused(ask("/me", f"{forged}9"))
    assert ask("/me", good).status_code == 200, "who is known there goes on"
    new = tight.token(f"guest {uuid4().hex}")
    assert ask("/me", new).status_code == 200, "and who comes there is let in"
    session = CLIENT.post(
        f"{tight.url}/v1/session",
        headers={"X-Forwarded-For": address, "Authorization": f"Bearer {new}"},
    )
    cookie = session.headers["Set-Cookie"].partition(";")[0]
    CLIENT.cookies.clear()
    assert ask("/me", Cookie=cookie).status_code == 200, "also by a session"
    refused(ask("/me", f"{forged}7"))
    problem(asking(tight, "198.51.100.2")("/me", forged), 401, "bad_token")


def test_a_caller_logs_in_so_often(tight: Served, address: str) -> None:
    headers = {
        "X-Forwarded-For": address,
        "Authorization": f"Bearer {tight.token(f'guest {uuid4().hex}')}",
    }
    answers = [httpx.post(f"{tight.url}/v1/session", headers=headers) for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    refused(answers[-1])


def test_a_caller_has_so_many_sockets(tight: Served, address: str) -> None:
    url = f"{tight.url.replace('http', 'ws')}/v1/tables/t/live"
    headers = {
        "Authorization": f"Bearer {tight.token(f'guest {uuid4().hex}')}",
        "X-Forwarded-For": address,
    }
    with connect(url, additional_headers=headers) as one:
        one.recv(PATIENCE)
        with connect(url, additional_headers=headers) as two:
            two.recv(PATIENCE)
            with pytest.raises(InvalidStatus) as error, connect(url, additional_headers=headers):
                pass
            assert error.value.response.status_code == 429
            assert b"too_many_sockets" in (error.value.response.body or b"")

        def again() -> bool:
            try:
                with connect(url, additional_headers=headers):
                    return True
            except InvalidStatus:
                return False

        until(again)


# ---- what browsers are told


def test_every_answer_tells_browsers_to_be_careful(tight: Served, address: str) -> None:
    ask, token = asking(tight, address), tight.token(f"guest {uuid4().hex}")
    answers = [
        ask("/version"),
        ask("/me", token),
        ask("/me"),
        ask("/nothing"),
        ask("/tables/nowhere", token),
        ask("/tables?limit=0", token),
        ask("/session"),
        ask("/" + "x" * MOST_URL),
        CLIENT.post(f"{tight.url}/v1/me", headers={"X-Forwarded-For": address}),
        CLIENT.get(f"{tight.url}/docs", headers={"X-Forwarded-For": address}),
        CLIENT.get(f"{tight.url}/openapi.json", headers={"X-Forwarded-For": address}),
    ]
    assert {one.status_code for one in answers} == {200, 401, 404, 405, 414, 422}
    for one in answers:
        assert {name: one.headers[name] for name in ON_ALL} == ON_ALL
        assert one.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert one.headers["Cache-Control"] == "no-store"
        policy = one.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "frame-ancestors 'none'" in policy
        assert ("script-src" in policy) is one.request.url.path.startswith("/docs")


def raw(running: Served, request: bytes) -> httpx.Headers:
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as line:
        line.sendall(request)
        head = b""
        while b"\r\n\r\n" not in head and (piece := line.recv(65_536)):
            head += piece
    lines = head.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
    return httpx.Headers(
        [(name, value) for name, _, value in (one.partition(": ") for one in lines)]
    )


def test_so_does_a_handshake_that_is_refused_and_what_is_no_request(tight: Served) -> None:
    denied = raw(tight, upgrade("/v1/tables/t/live", None))
    assert denied["Content-Type"] == "application/problem+json"
    bare = raw(tight, b"nonsense\r\n\r\n")
    for one in (denied, bare):
        assert {name: one[name] for name in ON_ALL} == ON_ALL
    assert "X-Request-Id" in denied


def test_without_tls_nothing_is_said_of_it(house: House) -> None:
    assert "Strict-Transport-Security" not in house.stranger.get("/version").headers


def test_no_other_page_is_let_in_by_any_header(tight: Served, address: str) -> None:
    asked = {
        "Origin": "https://play.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, x-csrf-token",
        "X-Forwarded-For": address,
    }
    url = f"{tight.url}/v1/me"
    token = {"Authorization": f"Bearer {tight.token(f'guest {uuid4().hex}')}"}
    for answer in (
        CLIENT.options(url, headers=asked),
        CLIENT.get(url, headers={**asked, **token}),
        CLIENT.get(f"{tight.url}/v1/version", headers=asked),
    ):
        assert [name for name in answer.headers if name.startswith("access-control")] == []


def test_over_tls_a_session_has_a_cookie_of_this_host_alone(tight: Served, address: str) -> None:
    with Browser(tight, origin="https://play.example") as browser:
        browser.client.headers["X-Forwarded-For"] = address
        browser.log_in(tight.token(f"guest {uuid4().hex}"))
        assert [one.name for one in browser.client.cookies.jar] == ["__Host-paipu"]
        value = browser.client.cookies["__Host-paipu"]
        sent = {"Cookie": f"__Host-paipu={value}", "X-Forwarded-For": address}
        assert CLIENT.get(f"{tight.url}/v1/me", headers=sent).status_code == 200
        for origin in (tight.url, tight.url.replace("http", "https"), "https://play.example.evil"):
            answer = CLIENT.get(f"{tight.url}/v1/me", headers={**sent, "Origin": origin})
            problem(answer, 403, "foreign_origin")
        plain = {**sent, "Cookie": f"paipu={value}"}
        problem(CLIENT.get(f"{tight.url}/v1/me", headers=plain), 401, "no_token")


def test_a_proxy_that_is_trusted_does(tight: Served, address: str) -> None:
    answer = asking(tight, address)("/me", "x")
    assert logged(tight, answer.headers["X-Request-Id"])["address"] == address
