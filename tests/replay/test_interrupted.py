"""A round that was interrupted is told so and proven; its clock is looked at too (H8)."""

from collections.abc import Callable

import pytest

from api.house import House
from domain.flow.address import clock, game
from domain.house.clock.commands import GrantTime, ResumeClock, StopClock
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.store import open_log
from domain.sizhidao import commands
from replay.checks import DEADLINES, Check, Verdict
from replay.proof import Proof, prove
from replay.round import as_json, readable
from tests.steward.given import SETTINGS, Desk, Time
from tests.support.house import said
from tests.support.play import LADDER, deals

STOP = StopClock(reason="a flood")
RESUME = ResumeClock(reason="dry again")
FOLD, BET = "p2 fold", "p1 bet 20"


class Room:
    """A round `r` of three, in which the first is to speak, and a clock that goes when told to."""

    def __init__(self) -> None:
        self.time = Time()
        self.log = open_log("memory:", now=self.time.now)
        self.desk = Desk(self.log, self.time)
        self.desk.full(3)
        self.desk.start("r")
        for command in said(deals(*LADDER[:3])):
            self.desk.ask("round/r", command, Origin.HOUSE)

    def turn(self, command: Command) -> None:
        self.time.go(1)
        self.desk.ask("clock/r", command, Origin.OPERATOR)

    def grant(self, turn: str = "0.betting.0") -> None:
        due = self.time.ms + SETTINGS.act_seconds * 1000
        self.desk.ask("clock/r", GrantTime(turn=turn, due_ms=due), Origin.CLOCK)

    def say(self, words: str, origin: Origin = Origin.PLAYER) -> None:
        self.desk.ask("round/r", said([words])[0], origin)

    def proof(self) -> Proof:
        found = prove(self.log, "r")
        assert found is not None
        return found


def deadlines(proof: Proof) -> Check:
    return next(one for one in proof.checks if one.name == DEADLINES)


def test_a_round_is_interrupted_resumed_and_played_on() -> None:
    room = Room()
    room.turn(STOP)
    proof = room.proof()
    assert (proof.status, proof.reason, proof.proven) == ("interrupted", "a flood", True)
    assert "status  interrupted: a flood, waiting for p1 (betting)" in readable(proof, None)
    assert as_json(proof, None)["reason"] == "a flood"
    room.turn(RESUME)
    room.grant()
    proof = room.proof()
    assert (proof.status, proof.reason, proof.proven) == ("open", None, True)
    assert deadlines(proof).detail == "2 deadlines, 0 decisions of the clock, 1 interruptions"
    room.time.go(SETTINGS.act_seconds)
    room.say("p1 fold", Origin.CLOCK)
    assert room.proof().proven


def test_a_voided_round_says_why() -> None:
    room = Room()
    room.turn(STOP)
    room.desk.ask("round/r", commands.VoidRoundFor(reason="no end of it"), Origin.OPERATOR)
    proof = room.proof()
    assert (proof.status, proof.reason, proof.proven) == ("voided", "no end of it", True)
    assert "status  voided: no end of it" in readable(proof, None)


@pytest.mark.parametrize(
    ("seconds", "verdict"), [(4, Verdict.OK), (6, Verdict.DIFFERENCE)], ids=["at once", "later"]
)
def test_what_was_done_while_it_was_interrupted_is_found(
    seconds: int, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who decides in the moment of the interruption may not have heard of it."""
    room = Room()
    room.say(BET)
    room.turn(STOP)
    room.time.go(seconds)
    unheeded(monkeypatch)
    room.say(FOLD)
    room.say("p3 fold")
    check = deadlines(room.proof())
    assert check.verdict is verdict, check.detail
    if verdict is Verdict.DIFFERENCE:
        assert "it was done while the round was interrupted" in check.detail


def unheeded(patch: pytest.MonkeyPatch) -> None:
    """Have interruptions hinder nobody any more, as by a program with a fault."""
    patch.setattr("domain.flow.decide.hindered", lambda *_: None)
    patch.setattr("domain.house.clock.decide.isinstance", lambda *_: False, raising=False)


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (lambda room: room.grant(), None),
        (lambda _: None, "the clock acted in a turn without a deadline"),
    ],
    ids=["granted", "not granted"],
)
def test_the_clock_does_nothing_in_a_resumed_round_before_it_has_granted_time(
    end: Callable[[Room], None], told: str | None
) -> None:
    room = Room()
    room.turn(STOP)
    room.turn(RESUME)
    end(room)
    room.time.go(SETTINGS.act_seconds)
    late = House(room.log)  # without a clock it does not look whether it is too early
    answer = late.ask(
        game("r"), said(["p1 fold"])[0], actor="clock", command_id="late", origin=Origin.CLOCK
    )
    assert not isinstance(answer, Refusal)
    check = deadlines(room.proof())
    assert check.verdict is (Verdict.OK if told is None else Verdict.DIFFERENCE)
    assert told is None or told in check.detail


def test_an_interruption_by_a_player_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    asked = room.desk.house.ask(clock("r"), STOP, actor="ann", command_id="x", origin=Origin.PLAYER)
    assert isinstance(asked, Refusal)
    monkeypatch.setattr("api.wishes.house_may", lambda *_: True)
    room.desk.ask("clock/r", STOP, Origin.PLAYER)
    check = deadlines(room.proof())
    assert check.verdict is Verdict.DIFFERENCE
    assert "it is not the player who does that" in check.detail
