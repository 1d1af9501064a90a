"""What the clock did for a late seat is what the rules do for it (Z3.8, Z5.6, Z7.4)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.flow.address import game
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.store import open_log
from domain.sizhidao.commands import Call, Fold
from replay.checks import CHOICES, Check, Verdict
from tests.replay.room import DEALT, PLAYED, Room, proof_of
from tests.support.bulk import in_bulk
from tests.support.logs import ticking, url


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path / "log.db")
    with room.log:
        yield room


def choices_of(room: Room) -> Check:
    (check,) = [one for one in proof_of(room.log).checks if one.name == CHOICES]
    return check


def test_the_clock_does_what_the_rules_do_for_a_late_seat(room: Room) -> None:
    room.play(PLAYED)
    assert choices_of(room).verdict is Verdict.OK
    assert choices_of(room).detail == "4 decisions of the clock"


def test_z3_8_a_clock_that_does_otherwise_is_told(room: Room) -> None:
    """The turn is overdue, and the clock may act: but it calls, and the rules fold."""
    room.play(DEALT, "p1 bet 50")
    room.passed_ms += 20_000
    room.take(game("r"), Call(seat=Seat("p2")), Origin.CLOCK)
    at = len(room.log.read("round/r"))
    wrong = proof_of(room.log).first_wrong
    assert wrong == choices_of(room)
    assert wrong.detail == f"event {at}: the clock did not do what the rules do for a late seat"
    difference = proof_of(room.log).difference
    assert difference is not None
    assert (difference.expected, difference.stored) == (
        Fold(seat=Seat("p2")),
        Call(seat=Seat("p2")),
    )
    assert in_bulk(room.log, 3)["r"].first_wrong == wrong


def test_without_keys_the_choices_of_the_clock_are_not_compared(room: Room) -> None:
    room.play(PLAYED)
    with open_log(url(room.path), now=ticking(), read_only=True) as log:
        (check,) = [one for one in proof_of(log).checks if one.name == CHOICES]
        assert check.verdict is Verdict.UNCHECKED
        assert check.detail == "4 decisions of the clock were not decided again"
