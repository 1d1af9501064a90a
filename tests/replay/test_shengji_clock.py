"""A round of 比牌升級 and its clock: a deadline for each turn, and a clock that waits for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.flow.address import game
from domain.games.rounds import turn_of, waiting
from domain.kernel.decider import Origin
from domain.paipu.recorded import RECORDED
from domain.shengji.commands import OpenRound, Play
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import SEATS, Side
from replay.checks import Verdict
from tests.replay.conftest import RECORDS
from tests.replay.room import Room, deadlines_of, proof_of
from tests.support.bulk import in_bulk
from tests.support.shengji import actions_of

SETTINGS = Ruleset(contest_seconds=7, trump_seconds=11, bury_seconds=13, play_seconds=17)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room in which a round is dealt."""
    room = Room(tmp_path / "log.db")
    opening = OpenRound(
        round="r",
        settings=SETTINGS,
        players=("ann", "bob", "cyd", "dan"),
        levels=dict.fromkeys(Side, "2"),
    )
    with room.log:
        room.take(game("r"), opening, Origin.HOUSE)
        for text in actions_of(RECORDS[0])[:6]:
            room.passed_ms += 1000
            room.take(game("r"), RECORDED["shengji"].read_action(text).command, Origin.HOUSE)  # type: ignore[union-attr]
        yield room


def until(room: Room, turn: str) -> None:
    """Have the clock act until a turn is open."""
    while turn_of(room.house.state(game("r"))) != turn:
        room.be_late()


def test_every_turn_has_its_seconds(room: Room) -> None:
    until(room, "play.1.0")
    check = deadlines_of(room.log)
    assert (check.verdict, check.detail) == (
        Verdict.OK,
        # three passes and the trump, the dealer's kitty, four plays; and the turn that is open
        "10 deadlines, 9 decisions of the clock",
    )
    assert proof_of(room.log).proven
    assert in_bulk(room.log, 3)["r"].verdict == "proven"


@pytest.mark.parametrize("turn", ["contest.1", "trump", "bury", "play.0.0", "play.0.3"])
def test_a_clock_that_acts_too_early_is_told(turn: str, room: Room) -> None:
    until(room, turn)
    room.be_late(early_ms=1)
    check = deadlines_of(room.log)
    assert check.verdict is Verdict.DIFFERENCE
    assert check.detail.endswith(f"the clock acted before the deadline of turn {turn}")


def test_a_player_may_act_at_any_time_of_the_turn(room: Room) -> None:
    until(room, "play.0.0")
    state = room.house.state(game("r"))
    awaited = waiting(state)
    assert awaited is not None
    (leader,) = awaited.seats
    assert leader in SEATS
    room.take(game("r"), Play(seat=leader, cards=state.hands[leader][:1]), Origin.PLAYER)
    until(room, "play.1.0")
    assert deadlines_of(room.log).detail == "10 deadlines, 8 decisions of the clock"
    assert proof_of(room.log).proven
