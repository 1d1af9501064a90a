"""What the house has to do by itself, and when: folded from facts of venues, clocks and decks.

Pure: it knows no clock and reads no log. What it says is a reason to look, not a decision: whoever
does it asks the rules, on the state as it is then. So it does no harm if it is a little behind, or
hears of a fact twice.
"""

from datetime import datetime
from typing import Final, NamedTuple, get_args

from api.steward import venues
from api.steward.times import Times
from api.steward.venues import Open, State
from domain.flow.address import SWITCHES, Address, Kind, game
from domain.flow.switched import scopes_of
from domain.house.clock import events as clock_events
from domain.house.deck.events import DeckCut
from domain.house.match import events as match_events
from domain.house.switches import events as switches_events
from domain.house.switches.state import Switches
from domain.house.table import events as table_events
from domain.kernel.decider import Origin, name_of
from domain.log.envelope import Recorded
from domain.sizhidao.events import PlayoffOpened

_HEEDED: Final = (
    *get_args(table_events.Event),
    *get_args(match_events.Event),
    *get_args(clock_events.Event),
    *get_args(switches_events.Event),
    PlayoffOpened,
    DeckCut,
)
TOPICS: Final = tuple(map(name_of, _HEEDED))
"""The stored names of the facts that the agenda is to be told of; no other says anything to it."""
AT_ONCE: Final = 0
MS: Final = 1000
"""Milliseconds in a second."""


class Deal(NamedTuple):
    """Deal what is to be dealt in a round; if nothing is, see to the deadline of its turn."""

    round: str


class Expire(NamedTuple):
    """End a turn of a round that was open until `due_ms`, if it still is (H5.3)."""

    round: str
    turn: str
    due_ms: int


class Start(NamedTuple):
    """Start the next round of a table or match (H5.5, M10)."""

    at: Address


Task = Deal | Expire | Start


class _Known(NamedTuple):
    """A table or match, and the version of its stream that this is the state at."""

    version: int
    state: State


class Agenda:
    """The tasks of the house by their times.

    A table or match, here called a venue, has one at most, and so has a running round. Only rounds
    that a venue runs are the house's to deal and to time: a round that was brought in from a record
    is played by whoever brought it. `pause_ms` lies between the moment when a venue can play and
    its next round; the first of a match needs none.
    """

    def __init__(self, pause_ms: int) -> None:
        self._pause_ms = pause_ms
        self._venues: dict[Address, _Known] = {}
        self._rounds: set[str] = set()
        self._times: Times[Task] = Times()
        self._put_off: set[str] = set()
        self._interrupted: dict[str, str | None] = {}
        self._switches: Switches = SWITCHES.decider.initial

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return sum(at.kind is Kind.TABLE for at in self._venues)

    @property
    def matches(self) -> int:
        """How many matches go on."""
        return sum(at.kind is Kind.MATCH for at in self._venues)

    @property
    def rounds(self) -> int:
        """How many rounds run."""
        return len(self._rounds)

    @property
    def put_off(self) -> int:
        """How many tasks have failed and wait to be tried again."""
        return len(self._put_off)

    @property
    def given_up(self) -> tuple[tuple[str, str], ...]:
        """The rounds that the house itself has interrupted, each with the code of why (H8.1)."""
        return tuple((one, why) for one, why in self._interrupted.items() if why is not None)

    # ---- what has happened

    def turn_off(self, switches: Switches) -> None:
        """Take note of what is switched off, before any venue is taken up."""
        self._switches = switches

    def take_up(self, at: Address, version: int, state: State, at_ms: int) -> None:
        """Take a venue up as it was found at a version of its stream, at a moment."""
        self._know(at, version, state)
        running = venues.running_in(state) if isinstance(state, Open) else None
        if running is not None:
            self._begin(running)
        self._consider(at, state, at_ms)

    def heed(self, recorded: Recorded) -> None:
        """Take note of a fact; those of a stream come in their order."""
        at, fact = Address.of(recorded.stream), recorded.event
        match fact:
            case clock_events.DeadlineSet() if at:
                self.expect(Expire(at.id, fact.turn, fact.due_ms))
            case clock_events.TimeGranted() if at and self._is_open(at.id, fact.turn):
                self.expect(Expire(at.id, fact.turn, fact.due_ms))
            case clock_events.ClockStopped() if at and at.id in self._rounds:
                by_house = recorded.envelope.origin is Origin.HOUSE
                self._interrupted[at.id] = fact.reason if by_house else None
                self._drop(game(at.id))
            case clock_events.ClockResumed() if at and at.id in self._rounds:
                self._interrupted.pop(at.id, None)
                self._set(game(at.id), AT_ONCE, Deal(at.id))
            case switches_events.Disabled() | switches_events.Enabled():
                self._switch(fact, _ms(recorded.envelope.recorded_at))
            case PlayoffOpened() | DeckCut() if at and at.id in self._rounds:
                self._set(game(at.id), AT_ONCE, Deal(at.id))
            case _ if at and at.kind in venues.OPENINGS:
                self._heed_venue(at, recorded)
            case _:
                pass

    def _heed_venue(self, at: Address, recorded: Recorded) -> None:
        known, fact = self._venues.get(at, _Known(0, at.decider.initial)), recorded.event
        opened = isinstance(fact, venues.OPENINGS[at.kind])
        if recorded.version <= known.version or (known.version == 0 and not opened):
            return  # heard before, or of a venue that could not be read
        state: State = at.decider.evolve(known.state, fact)
        self._know(at, recorded.version, state)
        if isinstance(fact, venues.STARTED):
            self._begin(fact.round)
        if isinstance(fact, venues.ENDED):
            self._rounds.discard(fact.round)
            self._interrupted.pop(fact.round, None)
            self._drop(game(fact.round))
        self._consider(at, state, _ms(recorded.envelope.recorded_at))

    def _know(self, at: Address, version: int, state: State) -> None:
        """Remember how a venue stands, unless nothing will come of it any more."""
        self._venues[at] = _Known(version, state)
        if at.decider.is_terminal(state):
            del self._venues[at]

    def _is_open(self, round_id: str, turn: str) -> bool:
        """Say whether a turn is known to be open: time may be granted to one that just ended."""
        task = self._times.get(game(round_id).stream)
        return isinstance(task, Expire) and task.turn == turn

    def _begin(self, round_id: str) -> None:
        self._rounds.add(round_id)
        self._set(game(round_id), AT_ONCE, Deal(round_id))

    def _switch(self, fact: switches_events.Event, at_ms: int) -> None:
        """H7.2: what is off starts no round; what is on again begins as if it had just come."""
        self._switches = SWITCHES.decider.evolve(self._switches, fact)
        for at, known in self._venues.items():
            self._consider(at, known.state, at_ms)

    def _is_off(self, at: Address) -> bool:
        off = self._switches.off
        return bool(off) and any(one in off for one in scopes_of(at, venues.start(at.kind, "")))

    def _consider(self, at: Address, state: State, at_ms: int) -> None:
        """H5.5: who can play waits one pause, counted from when the venue became able to."""
        if not venues.can_start(state) or self._is_off(at):
            self._drop(at)
        elif self._times.get(at.stream) is None:
            pause_ms = 0 if venues.begins(state) else self._pause_ms
            self._set(at, at_ms + pause_ms, Start(at))

    def expect(self, task: Expire) -> None:
        """Take note of the deadline of a round's open turn, in the place of any other."""
        if task.round in self._rounds:
            self._set(game(task.round), task.due_ms, task)

    # ---- what is to be done

    def tasks(self, now_ms: int) -> list[Task]:
        """Return all that is due by now, the longest due first; it stays until it is `done`."""
        return self._times.due(now_ms)

    def next_ms(self) -> int | None:
        """Return when something is due next, None if nothing is to be done."""
        return self._times.next_ms()

    def done(self, task: Task) -> None:
        """Cross a task off, unless something newer has taken its place."""
        if self._times.get(_of(task).stream) == task:
            self._drop(_of(task))

    def put_off_until(self, task: Task, at_ms: int) -> None:
        """Have a task that could not be done tried again later, unless something newer is there."""
        if self._times.get(_of(task).stream) == task:
            self._set(_of(task), at_ms, task)
            self._put_off.add(_of(task).stream)

    def _set(self, at: Address, due_ms: int, task: Task) -> None:
        self._times.set(at.stream, due_ms, task)
        self._put_off.discard(at.stream)

    def _drop(self, at: Address) -> None:
        self._times.drop(at.stream)
        self._put_off.discard(at.stream)


def _of(task: Task) -> Address:
    """Return what a task is about: a table, a match or a round."""
    return task.at if isinstance(task, Start) else game(task.round)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * MS)
