"""H11: the house checks itself, and raises an alarm that stays on until somebody has seen to it."""

import pytest

from domain.flow.address import SELFCHECK
from domain.house.origins import house_may
from domain.house.selfcheck import commands, events
from domain.house.selfcheck.decider import SELFCHECK as DECIDER
from domain.house.selfcheck.refusals import OtherAlarm
from domain.kernel.decider import Event, Origin
from tests.support.house import Streams

A, B = "a" * 64, "b" * 64
BROKEN = ("wallet/ann: event 3: hash",)


def checked(house: Streams, digest: str, *faults: str, version: str = "1.0") -> tuple[Event, ...]:
    """Record a check; return the alarm that it raised, if any."""
    asked = commands.RecordSelfCheck(version=version, digest=digest, faults=faults)
    first, *more = house.take(SELFCHECK, asked)
    assert first == events.SelfChecked(version=version, digest=digest, faults=faults)
    return tuple(more)


def alarm(expected: str, digest: str, *faults: str, version: str = "1.0") -> events.IntegrityAlarm:
    return events.IntegrityAlarm(version=version, expected=expected, digest=digest, faults=faults)


def acknowledged(house: Streams, digest: str) -> tuple[Event, ...]:
    return house.take(SELFCHECK, commands.AcknowledgeAlarm(digest=digest, reason="patched"))


def test_h11_1_the_first_check_of_a_version_says_what_is_expected_of_it() -> None:
    house = Streams()
    assert checked(house, A) == ()
    assert checked(house, A) == ()
    assert house.look(SELFCHECK).expected == {"1.0": A}


def test_h11_1_house_or_operator_checks_and_an_operator_acknowledges() -> None:
    check = commands.RecordSelfCheck(version="1.0", digest=A, faults=())
    assert [one for one in Origin if house_may(check, one)] == [Origin.OPERATOR, Origin.HOUSE]
    seen = commands.AcknowledgeAlarm(digest=A, reason="x")
    assert [one for one in Origin if house_may(seen, one)] == [Origin.OPERATOR]


def test_h11_2_another_digest_of_the_same_version_raises_an_alarm_once() -> None:
    house = Streams()
    checked(house, A)
    assert checked(house, B) == (alarm(A, B),)
    assert checked(house, B) == ()
    assert house.look(SELFCHECK).alarm == alarm(A, B)
    assert checked(house, A) == ()
    assert house.look(SELFCHECK).alarm == alarm(A, B), "it stays on until it is acknowledged"


def test_h11_2_a_release_brings_its_own_digest_and_an_older_one_keeps_its_own() -> None:
    house = Streams()
    checked(house, A)
    assert checked(house, B, version="1.1") == ()
    assert checked(house, A) == ()
    assert checked(house, A, version="1.1") == (alarm(B, A, version="1.1"),)


def test_h11_2_a_log_that_does_not_hold_raises_an_alarm() -> None:
    house = Streams()
    assert checked(house, A, *BROKEN) == (alarm(A, A, *BROKEN),)
    assert checked(house, A, *BROKEN) == ()
    assert checked(house, A, "another") == (alarm(A, A, "another"),)


def test_h11_3_an_alarm_is_acknowledged_and_its_digest_is_the_expected_one() -> None:
    house = Streams()
    checked(house, A)
    checked(house, B)
    (fact,) = acknowledged(house, B)
    assert fact == events.AlarmAcknowledged(version="1.0", digest=B, reason="patched")
    assert house.look(SELFCHECK).alarm is None
    assert checked(house, B) == ()
    assert checked(house, A) == (alarm(B, A),)


def test_h11_3_faults_that_are_still_there_raise_the_alarm_again() -> None:
    house = Streams()
    checked(house, A, *BROKEN)
    acknowledged(house, A)
    assert checked(house, A, *BROKEN) == (alarm(A, A, *BROKEN),)


def test_h11_3_only_the_alarm_that_is_on_is_acknowledged() -> None:
    house = Streams()
    seen = commands.AcknowledgeAlarm(digest=B, reason="x")
    assert house.refused(SELFCHECK, seen) == "no_alarm"
    checked(house, A)
    checked(house, B)
    assert house.ask(SELFCHECK, commands.AcknowledgeAlarm(digest=A, reason="x")) == OtherAlarm(
        digest=B
    )
    acknowledged(house, B)
    assert house.refused(SELFCHECK, seen) == "no_alarm"


@pytest.mark.parametrize("reason", ["", " x", "x" * 101, "a\nb"])
def test_h11_3_a_reason_is_a_line_of_text(reason: str) -> None:
    asked = commands.AcknowledgeAlarm(digest=A, reason=reason)
    assert Streams().refused(SELFCHECK, asked) == "bad_alarm_reason"


def test_the_checks_fold_to_what_was_decided_and_have_no_end() -> None:
    house = Streams()
    checked(house, A)
    checked(house, B)
    acknowledged(house, B)
    facts = [one for one in house.facts[SELFCHECK] if isinstance(one, events.Event)]
    assert DECIDER.fold(facts) == house.look(SELFCHECK)
    assert not DECIDER.is_terminal(house.look(SELFCHECK))
