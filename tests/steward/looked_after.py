"""A house that is looked after, with a time of its own; and what must be true of its log."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from api.house import Answer, House
from api.steward.holder import OnlyHolder
from api.steward.steward import Steward
from api.steward.work import ACTORS
from domain.flow.address import clock, deck, game
from domain.flow.dealing import DEALS, dealt_by
from domain.flow.openings import cut_decks
from domain.games.rounds import ROUND, State, late_command, turn_of
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.house.deck.state import State as DeckState
from domain.kernel.decider import Command, Origin
from domain.log.adapter.memory import memory_table
from domain.log.envelope import Recorded
from domain.log.errors import LogUnavailableError
from domain.log.keys import KeyRing
from domain.log.masters import new_keys
from domain.log.store import Log
from domain.log.streams import ROUNDS
from replay.checks import Verdict
from replay.proof import prove
from tests.steward.given import Desk, Time
from tests.support.house import rederived

OPENINGS = ("sizhidao.RoundOpened.1", "shengji.RoundOpened.1")


class Killed(BaseException):
    """The process is no more. Nothing catches this."""


class Mortal(House):
    """The house of a process that is killed with the last of so many commands.

    That one is written before it dies, or not, by chance.
    """

    def __init__(self, log: Log, time: Time, commands: int, chance: Random) -> None:
        super().__init__(log, time.now_ms, chance.randbytes)
        self._left = commands
        self._fate = chance

    def ask(self, *words: Any, **named: Any) -> Answer:  # noqa: ANN401 -- whatever it is asked
        self._left -= 1
        if self._left > 0:
            return super().ask(*words, **named)
        if self._fate.random() < 0.5:
            super().ask(*words, **named)
        raise Killed


class World:
    """A log in memory, its desk, and a steward.

    With an `old` desk the rounds that it starts have no committed deck.
    """

    def __init__(self, log: Log, time: Time, ids: Random, *, old: bool = False) -> None:
        self.log = log
        self.time = time
        self.chance = Random(11)
        self.ids = ids
        self.desk = Desk(log, time, None if old else self.chance.randbytes)
        self.steward = self.new_steward()

    def new_steward(self, house: House | None = None) -> Steward:
        house = house or House(self.log, self.time.now_ms, self.chance.randbytes)
        now, ids = self.time.now_ms, self.ids.randbytes
        return Steward(self.log, house, now, OnlyHolder(), pause_seconds=3, chance=ids)

    def go(self, seconds: int, *stewards: Steward) -> None:
        """Let time pass, a second at a time; the stewards look after the house meanwhile."""
        for _ in range(seconds):
            self.time.go(1)
            for steward in stewards or (self.steward,):
                assert steward.step()

    def go_until(self, phase: type, seconds: int = 600) -> str:
        """Let time pass until the newest round is in a phase; return its id."""
        for _ in range(seconds):
            if self.rounds() and isinstance(self.state(self.rounds()[-1]), phase):
                return self.rounds()[-1]
            self.go(1)
        message = f"no {phase.__name__} in {seconds} seconds"
        raise AssertionError(message)

    def state(self, round_id: str) -> State:
        return self.desk.house.state(game(round_id))

    def rounds(self) -> list[str]:
        return rounds_of(self.log)

    def facts(self, round_id: str) -> tuple[Recorded, ...]:
        return self.log.read(game(round_id).stream)

    def deck(self, round_id: str) -> DeckState:
        state: DeckState = self.desk.house.state(deck(round_id))
        return state

    def dealing(self, round_id: str) -> list[Command]:
        """All that the house has to deal in the first stage of a round, by its deck."""
        (cut, *_) = cut_decks(one.event for one in self.log.read(deck(round_id).stream))
        return [*dealt_by(cut, ROUND.evolve(ROUND.initial, self.facts(round_id)[0].event))]

    def dealt(self, round_id: str) -> list[Command]:
        """What the house has dealt in a round, by its commands."""
        asked = (one.envelope.command for one in self.facts(round_id))
        return [one for one in asked if isinstance(one, DEALS)]

    def clock(self, round_id: str) -> list[DeadlineSet | TimeGranted]:
        facts = [one.event for one in self.log.read(clock(round_id).stream)]
        return [one for one in facts if isinstance(one, DeadlineSet | TimeGranted)]


@contextmanager
def new_world(*, old: bool = False) -> Iterator[World]:
    """Yield a world that is the same in every run, its decks too; prove its log at the end."""
    time, chance, table = Time(), Random(4), memory_table()
    keys = KeyRing(new_keys(), table.keys, time.now, chance.randbytes)
    with Log(table, time.now, keys=keys) as log:
        yield World(log, time, chance, old=old)
        prove_all(log)


@contextmanager
def away(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have every question to any log fail, as long as this lasts."""

    def failing(*_: object, **__: object) -> object:
        message = "the database is away"
        raise LogUnavailableError(message)

    with patch.context() as patched:
        for name in ("append", "after", "last_position", "opened", "read", "answered"):
            patched.setattr(Log, name, failing)
        yield


def rounds_of(log: Log) -> list[str]:
    """The ids of rounds of either game in the order in which they began."""
    opened = (stream for name in OPENINGS for stream in log.opened(name))
    return [stream.removeprefix(ROUNDS) for stream in opened]


def prove_all(log: Log) -> None:
    """All of the log is proven by replay, no point is missing, and the clock did what it may."""
    assert rederived(log) == 0
    for round_id in rounds_of(log):
        acted_once(log, round_id)
        proof = prove(log, round_id)
        assert proof is not None
        verdicts = {check.verdict for check in proof.checks}
        assert verdicts - {Verdict.NO_DECK} == {Verdict.OK}, proof.checks
        committed = log.last_version(deck(round_id).stream) > 0
        assert committed != (Verdict.NO_DECK in verdicts)


def acted_once(log: Log, round_id: str) -> None:
    """By clock and house there is one action for each seat and turn, and it is the rule's own.

    Of cards that are returned there is one for each seat that gets some. The clock's comes after
    the deadline of its turn, the last there was.
    """
    state: State = ROUND.initial
    facts = [one.event for one in log.read(clock(round_id).stream)]
    due = {one.turn: one.due_ms for one in facts if isinstance(one, DeadlineSet | TimeGranted)}
    acted = Counter[tuple[Any, ...]]()
    for one in log.read(game(round_id).stream):
        command: Any = one.envelope.command
        turn = turn_of(state)
        seat: Any = getattr(command, "seat", None)
        if command is not None and one.version > 1 and one.envelope.actor in ACTORS.values():
            acted[type(command), turn, seat, getattr(command, "to", None)] += 1
        if command is not None and one.version > 1 and one.envelope.origin is Origin.CLOCK:
            assert command == late_command(state, seat)
            assert one.envelope.recorded_at.timestamp() * 1000 >= due[turn or ""]
        state = ROUND.evolve(state, one.event)
    assert set(acted.values()) <= {1}, acted


def killed_in_turn(world: World, chance: Random, *, seconds: int, commands: int) -> int:
    """Let two stewards share a log for so long; return how often one was killed.

    Each is killed with one of its first so many commands, and another one comes in its place.
    """

    def another() -> Steward:
        house = Mortal(world.log, world.time, chance.randint(1, commands), chance)
        return world.new_steward(house)

    kills, stewards = 0, [another(), another()]
    for _ in range(seconds):
        world.time.go(1)
        for place in chance.sample([0, 1], 2):
            try:
                stewards[place].step()
            except Killed:
                stewards[place] = another()
                kills += 1
    return kills
