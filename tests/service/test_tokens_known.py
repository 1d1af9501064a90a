"""A token that was found good once is known, but not for longer than it lasts."""

from datetime import timedelta

import jwt
import pytest

from api.roles import Caller, Role
from api.service.auth import Tokens, now
from api.service.auth.reading import Remembered
from api.service.problems import ProblemError

ANN = Caller("ann", Role.PLAYER)
LASTING = timedelta(minutes=1)


@pytest.fixture
def tokens() -> Tokens:
    return Tokens({"one": bytes(32)})


def refuse(*_: object, **__: object) -> None:
    raise jwt.ExpiredSignatureError


def test_a_known_token_is_not_proven_again(tokens: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    token = tokens.make(ANN, LASTING, now())
    assert tokens.read(token) == ANN
    monkeypatch.setattr(jwt, "decode", refuse)
    assert tokens.read(token) == ANN


def test_a_known_token_is_proven_again_after_its_end(
    tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = tokens.make(ANN, LASTING, now())
    assert tokens.read(token) == ANN
    later = now().timestamp() + LASTING.total_seconds() + 1
    monkeypatch.setattr("time.time", lambda: later)
    monkeypatch.setattr(jwt, "decode", refuse)
    with pytest.raises(ProblemError) as refused:
        tokens.read(token)
    assert refused.value.problem.code == "token_expired"


def test_a_token_that_was_refused_is_never_known(tokens: Tokens) -> None:
    forged = Tokens({"one": bytes(31) + b"1"}).make(ANN, LASTING, now())
    for _ in range(2):
        with pytest.raises(ProblemError) as refused:
            tokens.read(forged)
        assert refused.value.problem.code == "bad_token"


def test_no_more_tokens_are_known_than_there_is_room_for(
    tokens: Tokens,
) -> None:
    tokens.remembered = Remembered(2)
    players = [Caller(name, Role.PLAYER) for name in ("ann", "bob", "cyd")]
    made = [tokens.make(player, LASTING, now()) for player in players]
    assert [tokens.read(one) for one in made * 2] == players * 2
    assert len(tokens.remembered) <= 2
