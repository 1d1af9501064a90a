"""H9.7, H9.8: all cards of a round are shown under a recorded grant, and each look is recorded."""

import pytest

from domain.flow.address import access, hold
from domain.house.access.commands import GrantReveal, LookAtCards, RevealCards
from domain.house.access.events import CardsRevealed, Purpose, RevealGranted
from domain.house.access.refusals import GrantOver
from domain.house.hold.commands import LetErase
from domain.house.hold.decider import HOLD
from domain.kernel.decider import Decision
from tests.support.disputes import ROUND, house_with_a_round

AT = access(ROUND)
NOW_MS = 1_800_000_000_000
UNTIL_MS = NOW_MS + 60_000


def granting(
    reason: str = "dispute d", role: str = "auditor", until: int = UNTIL_MS
) -> GrantReveal:
    return GrantReveal(round=ROUND, viewer="ada", role=role, reason=reason, until_ms=until)


def looking(at_ms: int, viewer: str = "ada", role: str = "auditor") -> LookAtCards:
    purpose = Purpose.SERVICE
    return LookAtCards(round=ROUND, viewer=viewer, role=role, purpose=purpose, at_ms=at_ms)


def looked(purpose: Purpose = Purpose.SERVICE, role: str = "auditor") -> CardsRevealed:
    return CardsRevealed(round=ROUND, viewer="ada", role=role, purpose=purpose)


def test_h9_7_a_grant_says_who_sees_what_why_and_until_when() -> None:
    house = house_with_a_round()
    assert house.take(AT, granting()) == (
        RevealGranted(
            round=ROUND, viewer="ada", role="auditor", reason="dispute d", until_ms=UNTIL_MS
        ),
    )


@pytest.mark.parametrize("reason", ["", " ", "x" * 101, "a\nb"])
def test_h9_7_who_gives_no_reason_sees_nothing(reason: str) -> None:
    house = house_with_a_round()
    assert house.refused(AT, granting(reason)) == "bad_reveal_reason"
    at_once = RevealCards(
        round=ROUND,
        viewer="ada",
        role="operator",
        reason=reason,
        purpose=Purpose.ROUND,
        at_ms=NOW_MS,
    )
    assert house.refused(AT, at_once) == "bad_reveal_reason"


def test_h9_7_a_round_is_not_revealed_before_it_is_over() -> None:
    assert house_with_a_round(over=False).refused(AT, granting()) == "round_not_over"


def test_h9_7_there_must_be_something_to_reveal() -> None:
    house = house_with_a_round()
    other = GrantReveal(round="none", viewer="ada", role="auditor", reason="why", until_ms=1)
    assert house.refused(access("none"), other) == "no_such_round"
    let = HOLD.decide(HOLD.initial, LetErase())
    assert isinstance(let, Decision)
    house.states[hold(ROUND)] = let.state
    assert house.refused(AT, granting()) == "round_erased"


@pytest.mark.parametrize("at_ms", [NOW_MS, UNTIL_MS])
def test_h9_8_each_look_under_a_grant_is_recorded(at_ms: int) -> None:
    house = house_with_a_round()
    house.take(AT, granting())
    for _ in range(2):
        assert house.take(AT, looking(at_ms)) == (looked(),)
    assert house.facts[AT][1:] == [looked(), looked()]


def test_h9_8_nobody_looks_without_a_grant() -> None:
    house = house_with_a_round()
    assert house.refused(AT, looking(NOW_MS)) == "not_granted"
    house.take(AT, granting())
    assert house.refused(AT, looking(NOW_MS, viewer="eve")) == "not_granted"
    assert house.refused(AT, looking(NOW_MS, role="operator")) == "not_granted"


def test_h9_8_a_grant_ends_and_another_takes_its_place() -> None:
    house = house_with_a_round()
    house.take(AT, granting())
    assert house.refused(AT, looking(UNTIL_MS + 1)) == "grant_over"
    house.take(AT, granting(until=UNTIL_MS + 5))
    assert house.take(AT, looking(UNTIL_MS + 1)) == (looked(),)
    house.take(AT, granting(until=NOW_MS))
    assert house.refused(AT, looking(NOW_MS + 1)) == "grant_over"


@pytest.mark.parametrize("purpose", Purpose)
def test_h9_8_a_grant_for_one_look_and_that_look_are_one_decision(purpose: Purpose) -> None:
    house = house_with_a_round()
    at_once = RevealCards(
        round=ROUND, viewer="ada", role="operator", reason="why", purpose=purpose, at_ms=NOW_MS
    )
    assert house.take(AT, at_once) == (
        RevealGranted(round=ROUND, viewer="ada", role="operator", reason="why", until_ms=NOW_MS),
        looked(purpose, "operator"),
    )
    assert house.refused(AT, looking(NOW_MS + 1, role="operator")) == "grant_over"


def test_h9_8_people_are_told_no_milliseconds() -> None:
    house = house_with_a_round()
    house.take(AT, granting())
    refused = house.ask(AT, looking(UNTIL_MS + 1))
    assert isinstance(refused, GrantOver)
    assert str(refused) == "the time of this grant is over (grant_over, rule H9.8)"
    assert refused.params() == {"until_ms": UNTIL_MS}
