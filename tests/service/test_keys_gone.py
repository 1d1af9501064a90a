"""H13.5: with a key ends what it let in: tokens, sessions of them, sockets and streams."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from api.roles import Caller, Role
from api.service.auth.jwks import Jwks
from api.service.auth.provider import Claims, Provider
from api.service.auth.sessions import Manner, Sessions
from api.service.auth.tokens import Tokens, now
from api.service.problems import ProblemError
from api.service.subscription import TOKEN_OVER
from tests.service.asking import problem
from tests.service.browsing import Browser
from tests.service.provider import AUDIENCE, ISSUER, KEYS, jwk, published, publishing, signed
from tests.service.test_provider import until
from tests.service.test_revoked import closed, follow
from tests.support.service import PATIENCE, SETTINGS, Served, place_at, served

OLD, NEW = {"old": bytes(range(32))}, {"new": bytes(range(32, 64))}
ANN = Caller("ann", Role.PLAYER)
CLAIMS = Claims(ISSUER, AUDIENCE, "groups", roles={"guests": Role.PLAYER})


def cookie_of(tokens: Tokens, token: str) -> str:
    """Return the cookie of a session that a token opens."""
    sessions = Sessions(tokens, Manner())
    return value(sessions.cookie_of(sessions.opened(tokens.known(token))))


def value(cookie: str) -> str:
    return cookie.partition("=")[2].partition(";")[0]


def over(asking: Callable[[], object], code: str) -> None:
    with pytest.raises(ProblemError) as error:
        asking()
    assert error.value.problem.code == code


def test_a_session_ends_with_the_secret_of_its_token() -> None:
    """Its cookie is signed with the new secret, and was made anew; that does not save it."""
    both = Tokens({**NEW, **OLD})
    cookie = cookie_of(both, Tokens(OLD).make(ANN, timedelta(hours=1), now()))
    again = value(Sessions(both, Manner()).cookie_of(Sessions(both, Manner()).known(cookie)))
    mine = cookie_of(both, Tokens(NEW).make(ANN, timedelta(hours=1), now()))
    left = Sessions(Tokens(NEW), Manner())
    for one in (cookie, again):
        assert Sessions(both, Manner()).known(one).who == ANN
        over(lambda one=one: left.known(one), "session_over")  # type: ignore[misc]
    assert left.known(mine).who == ANN


def test_another_secret_under_the_same_id_is_another_key() -> None:
    both = Tokens({**NEW, **OLD})
    cookie = cookie_of(both, Tokens(OLD).make(ANN, timedelta(hours=1), now()))
    changed = Sessions(Tokens({**NEW, "old": bytes(32)}), Manner())
    over(lambda: changed.known(cookie), "session_over")


def test_a_session_ends_with_the_key_of_the_provider() -> None:
    with publishing(published()) as at:
        tokens = Tokens(NEW, Provider(Jwks(at.url, 3600, rest=0.02), CLAIMS))
        sessions = Sessions(tokens, Manner())
        with tokens.reading():
            cookie = cookie_of(tokens, signed("ed"))
            known, asked = tokens.known(signed("rsa")), at.asked
            assert sessions.known(cookie).who == ANN
            at.text = json.dumps({"keys": [jwk(*KEYS["rsa"], kid="rsa")]})
            over(lambda: tokens.known(signed("rsa", kid="unknown")), "bad_token")
            until(lambda: at.asked > asked and not tokens.knows(sessions.remembered.get(cookie)))  # type: ignore[arg-type]
            over(lambda: sessions.known(cookie), "session_over")
            assert tokens.knows(known), "the others stay"


def test_an_unknown_key_makes_nobody_be_proven_again() -> None:
    with publishing(published()) as at:
        tokens = Tokens(NEW, Provider(Jwks(at.url, 3600, rest=0.02), CLAIMS))
        with tokens.reading():
            token = signed("ed")
            known = tokens.known(token)
            over(lambda: tokens.known(signed("rsa", kid="unknown")), "bad_token")
            until(lambda: at.asked == 2)
            assert tokens.known(token) is known


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("provider") / "keys.json"
    found.write_text(published())
    return found


@pytest.fixture(scope="module")
def running(keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("provided")
    said = {
        "PAIPU_JWKS": str(keys),
        "PAIPU_JWKS_SECONDS": "1",
        "PAIPU_ISSUER": ISSUER,
        "PAIPU_AUDIENCE": AUDIENCE,
        "PAIPU_ROLE_CLAIM": "groups",
        "PAIPU_ROLES": "guests=player",
    }
    with served(place_at(f"sqlite:///{folder}/log.db", folder), settings=said) as found:
        office = found.guest("office", Role.OPERATOR)
        office.done("/tables", {"table": "t", "settings": SETTINGS})
        yield found


def test_sockets_sessions_and_tokens_end_when_a_key_is_no_longer_listed(
    running: Served, keys: Path
) -> None:
    headers = {"Authorization": f"Bearer {signed('ed')}"}
    staying = {"Authorization": f"Bearer {signed('rsa')}"}
    with Browser(running) as browser:
        browser.log_in(signed("ed"))
        sent = {"Cookie": f"paipu={browser.cookie}", "Origin": running.url}
        with (
            follow(running, **headers) as one,
            follow(running, **sent) as two,
            follow(running, **staying) as other,
        ):
            for line in (one, two, other):
                assert "hello" in str(line.recv(PATIENCE))
            keys.write_text(json.dumps({"keys": [jwk(*KEYS["rsa"], kid="rsa")]}))
            assert closed(one) == closed(two) == TOKEN_OVER
            problem(browser.look("/me"), 401, "session_over")
            problem(httpx.get(f"{running.url}/v1/me", headers=headers), 401, "bad_token")
            assert httpx.get(f"{running.url}/v1/me", headers=staying).status_code == 200
            with suppress(TimeoutError):  # it is open, whether or not something is told meanwhile
                assert "position" in json.loads(other.recv(0.2))
