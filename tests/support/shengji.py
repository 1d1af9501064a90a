"""Rounds and matches of 比牌升級 stored in logs, for tests of what is told and proven of them."""

from pathlib import Path
from typing import Any

from api.rounds import Rounds
from domain.flow.address import game
from domain.games.rounds import late_command, waiting
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import seats_of
from domain.log.store import Log
from domain.paipu.read import read_document
from domain.paipu.recorded import RECORDED
from domain.shengji.commands import OpenRound

GOLDEN = Path(__file__).parents[1] / "golden" / "shengji"


class Storing:
    """Plays one round into a log, each word as the record's mark or the test says by whom."""

    def __init__(self, log: Log, round_id: str) -> None:
        self.rounds, self.round_id, self.asked = Rounds(log), round_id, 0

    @property
    def state(self) -> Any:  # noqa: ANN401 -- of either game
        return self.rounds.state(self.round_id)

    def ask(self, command: Command, origin: Origin) -> None:
        self.asked += 1
        answered = self.rounds.ask(
            self.round_id,
            command,
            actor=str(origin),
            command_id=f"{self.round_id}-{self.asked}",
            origin=origin,
        )
        assert not isinstance(answered, Refusal), (command, answered)

    def say(self, text: str) -> None:
        """Say an action of a record."""
        action = RECORDED["shengji"].read_action(text)
        assert not isinstance(action, Refusal), text
        self.ask(action.command, action.origin)

    @property
    def version(self) -> int:
        """How many events the round has."""
        return self.rounds.house.stands(game(self.round_id)).version

    def late_now(self) -> Command:
        """What the clock does for whoever is late."""
        awaited = waiting(self.state)
        assert awaited is not None
        return late_command(self.state, awaited.seats[0])

    def clock(self, command: Command) -> None:
        self.ask(command, Origin.CLOCK)

    def late(self, times: int = 1) -> None:
        """Have the clock act so many times."""
        for _ in range(times):
            self.clock(self.late_now())


def actions_of(name: str) -> tuple[str, ...]:
    """The actions of a golden record."""
    return read_document((GOLDEN / f"{name}.paipu.toml").read_text(encoding="utf-8")).actions


def store_record(log: Log, round_id: str, name: str, actions: int | None = None) -> Storing:
    """Play the first so many actions of a golden record, or all, as a round of no match."""
    document = read_document((GOLDEN / f"{name}.paipu.toml").read_text(encoding="utf-8"))
    assert isinstance(document.opening, OpenRound)
    storing = Storing(log, round_id)
    opening = OpenRound(
        round=round_id,
        settings=document.opening.settings,
        players=tuple(f"player {seat}" for seat in seats_of(4)),
        levels=document.opening.levels,
        dealer=document.opening.dealer,
    )
    storing.ask(opening, Origin.HOUSE)
    for text in document.actions[:actions]:
        storing.say(text)
    return storing
