"""A token that was found good once is known, but not for longer than it lasts."""

from datetime import timedelta

import jwt
import pytest

from api.roles import Caller, Role
from api.service import auth
from api.service.auth import Tokens
from api.service.problems import ProblemError

ANN = Caller("ann", Role.PLAYER)
LASTING = timedelta(minutes=1)


@pytest.fixture
def tokens() -> Tokens:
    return Tokens({"one": bytes(32)})


def refuse(*_: object, **__: object) -> None:
    raise jwt.ExpiredSignatureError


def test_a_known_token_is_not_proven_again(tokens: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    token = tokens.make(ANN, LASTING, auth.now())
    assert tokens.read(token) == ANN
    monkeypatch.setattr(jwt, "decode", refuse)
    assert tokens.read(token) == ANN


def test_a_known_token_is_proven_again_after_its_end(
    tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = tokens.make(ANN, LASTING, auth.now())
    assert tokens.read(token) == ANN
    later = auth.now().timestamp() + LASTING.total_seconds() + 1
    monkeypatch.setattr("api.service.auth.time.time", lambda: later)
    monkeypatch.setattr(jwt, "decode", refuse)
    with pytest.raises(ProblemError) as refused:
        tokens.read(token)
    assert refused.value.problem.code == "token_expired"


def test_a_token_that_was_refused_is_never_known(tokens: Tokens) -> None:
    forged = Tokens({"one": bytes(31) + b"1"}).make(ANN, LASTING, auth.now())
    for _ in range(2):
        with pytest.raises(ProblemError) as refused:
            tokens.read(forged)
        assert refused.value.problem.code == "bad_token"


def test_no_more_tokens_are_known_than_there_is_room_for(
    tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "KNOWN", 2)
    players = [Caller(name, Role.PLAYER) for name in ("ann", "bob", "cyd")]
    made = [tokens.make(player, LASTING, auth.now()) for player in players]
    assert [tokens.read(one) for one in made * 2] == players * 2
    assert len(tokens._known) <= 2  # noqa: SLF001 -- its bound is all there is to see of it
