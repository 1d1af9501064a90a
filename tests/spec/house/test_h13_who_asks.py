"""H13: tokens that are taken back, and sessions that are opened and ended once."""

import pytest

from domain.flow.address import TOKENS, session
from domain.house.labels import LONGEST
from domain.house.origins import house_may
from domain.house.session import events as of_session
from domain.house.session.commands import EndSession, OpenSession
from domain.house.session.refusals import NoSuchSession, SessionExists
from domain.house.tokens.commands import RevokeTokens
from domain.house.tokens.events import TokensRevoked
from domain.house.tokens.refusals import BadRevocationReason, BadTokenOwner, RevokedAlready
from domain.kernel.decider import Origin
from tests.support.house import Streams


def revoking(
    until: int, name: str = "ann", role: str = "player", reason: str = "lost"
) -> RevokeTokens:
    return RevokeTokens(name=name, role=role, until=until, reason=reason)


def test_h13_2_tokens_of_a_person_in_a_role_are_taken_back_up_to_a_moment() -> None:
    house = Streams()
    fact = TokensRevoked(name="ann", role="player", until=100, reason="lost")
    assert house.take(TOKENS, revoking(100)) == (fact,)
    house.take(TOKENS, revoking(50, role="operator"))
    house.take(TOKENS, revoking(101))
    assert house.look(TOKENS) == {("player", "ann"): 101, ("operator", "ann"): 50}


@pytest.mark.parametrize("until", [99, 100])
def test_h13_2_what_is_taken_back_is_never_given_again(until: int) -> None:
    house = Streams()
    house.take(TOKENS, revoking(100))
    assert house.ask(TOKENS, revoking(until)) == RevokedAlready(until=100)
    assert house.look(TOKENS) == {("player", "ann"): 100}


def test_h13_2_tokens_are_somebodys_and_a_reason_is_given() -> None:
    house = Streams()
    for name, role in (("", "player"), ("a/b", "player"), ("ann", ""), ("a" * 101, "player")):
        assert house.ask(TOKENS, revoking(1, name, role)) == BadTokenOwner(most=LONGEST)
    for reason in ("", " lost", "a\nb", "a" * 101):
        found = house.ask(TOKENS, revoking(1, reason=reason))
        assert found == BadRevocationReason(most=LONGEST)


def test_h13_3_a_session_is_opened_once_and_ended_once() -> None:
    house, at = Streams(), session("one")
    opening = OpenSession(name="ann", role="player", until=100)
    assert house.ask(at, EndSession()) == NoSuchSession()
    opened = of_session.SessionOpened(name="ann", role="player", until=100)
    assert house.take(at, opening) == (opened,)
    assert house.ask(at, opening) == SessionExists()
    assert house.take(at, EndSession()) == (of_session.SessionEnded(),)
    assert house.ask(at, EndSession()) == NoSuchSession()
    assert house.ask(at, opening) == SessionExists()


def test_h13_an_operator_takes_back_and_whoever_is_somebody_logs_in() -> None:
    assert [one for one in Origin if house_may(revoking(1), one)] == [Origin.OPERATOR]
    for command in (OpenSession(name="ann", role="player", until=1), EndSession()):
        allowed = [one for one in Origin if house_may(command, one)]
        assert allowed == [Origin.PLAYER, Origin.OPERATOR]
