"""Rounds that are played by a clock, in a log whose time a test sets."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from api.house import Answer, House
from domain.flow.address import Address, clock, game
from domain.games.rounds import late_command, seconds_of, turn_of, waiting
from domain.house.clock.commands import GrantTime
from domain.kernel.decider import Command, Origin
from domain.log.store import Log, Receipt, open_log
from replay.checks import DEADLINES, Check
from replay.proof import Proof, prove
from tests.support.house import said
from tests.support.keys import KEYS
from tests.support.logs import opening_of, url
from tests.support.origins import origin_of
from tests.support.play import LEVEL, WEAK, deals
from tests.support.tables import migrate

BEGIN = datetime(2026, 3, 4, 5, 6, 7, 891_011, tzinfo=UTC)
BEGIN_MS = 1_772_600_767_891
DEALT = deals(LEVEL[1], LEVEL[2], WEAK)
"""p1 and p2 will tie, and p3 be beaten."""
PLAYED = (*DEALT, "p1 bet 50", "p2 call", "p3 call", "late", "late")


class Room:
    """A service with a clock, and the time by which it and its log go."""

    def __init__(self, path: Path) -> None:
        migrate(url(path))
        self.path = path
        self.passed_ms = 0
        self.lie_ms = 0
        self.log = open_log(url(path), now=self.now, keys=KEYS)
        self.house = House(self.log, lambda: BEGIN_MS + self.passed_ms + self.lie_ms)
        self.asked = 0

    def now(self) -> datetime:
        return BEGIN + timedelta(milliseconds=self.passed_ms)

    def ask(
        self, at: Address, command: Command, origin: Origin, house: House | None = None
    ) -> Answer:
        self.asked += 1
        return (house or self.house).ask(
            at, command, actor=str(origin), command_id=str(self.asked), origin=origin
        )

    def take(
        self, at: Address, command: Command, origin: Origin, house: House | None = None
    ) -> None:
        answer = self.ask(at, command, origin, house)
        assert isinstance(answer, Receipt), answer

    def play(
        self, *words: str | Iterable[str], round_id: str = "r", house: House | None = None
    ) -> None:
        """Play a round, a second a word; `late` is the clock's for all that are waited for."""
        if not self.log.read(f"round/{round_id}"):
            self.take(game(round_id), opening_of(round_id), Origin.HOUSE, house)
        for text in [one for part in words for one in ([part] if isinstance(part, str) else part)]:
            self.passed_ms += 1000
            if text == "late":
                self.be_late(round_id, house=house)
                continue
            for command in said([text]):
                self.take(game(round_id), command, origin_of(command), house)

    def be_late(self, round_id: str = "r", early_ms: int = 0, house: House | None = None) -> None:
        """Have the clock act for every seat of the open turn, its seconds after now.

        It acts `early_ms` before that if the house's clock is so much ahead of the log's.
        """
        state = self.house.stands(game(round_id)).state
        seconds = seconds_of(state)
        assert seconds is not None
        self.passed_ms += seconds * 1000 - early_ms
        self.lie_ms += early_ms
        awaited = waiting(state)
        assert awaited is not None
        for seat in awaited.seats:
            self.take(game(round_id), late_command(state, seat), Origin.CLOCK, house)
        self.lie_ms -= early_ms

    def grant(self, seconds: int | None = None, round_id: str = "r") -> None:
        state = self.house.stands(game(round_id)).state
        seconds = seconds_of(state) if seconds is None else seconds
        assert seconds is not None
        due_ms = BEGIN_MS + self.passed_ms + seconds * 1000
        grant = GrantTime(turn=turn_of(state) or "", due_ms=due_ms)
        self.take(clock(round_id), grant, Origin.CLOCK)


def proof_of(log: Log, round_id: str = "r") -> Proof:
    proof = prove(log, round_id)
    assert proof is not None
    return proof


def deadlines_of(log: Log, round_id: str = "r") -> Check:
    """The check on a round's clock."""
    (check,) = [one for one in proof_of(log, round_id).checks if one.name == DEADLINES]
    return check
