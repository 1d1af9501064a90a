"""What is told to those who follow: a fact with its place, written once for all who see it so."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar, get_args

import msgspec

from api.service.facts import Opened, Viewer, fact_seen, place_of, seat_in
from domain.flow.address import Address, Kind, game
from domain.games.games import GAMES
from domain.house.anchors import events as anchors_events
from domain.house.clock import events as clock_events
from domain.house.deck import events as deck_events
from domain.house.match import events as match_events
from domain.house.table import events as table_events
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.errors import BrokenSealError, DataKeyError, LogError
from domain.log.examine import Unreadable, single_or_not
from domain.log.store import Log

PAGE: Final = 500
KEPT: Final = 10_000
"""Rounds of which it is remembered where they are played."""
TOPICS: Final = tuple(
    name_of(kind)
    for kind in (
        *get_args(table_events.Event),
        *get_args(match_events.Event),
        *get_args(clock_events.Event),
        *get_args(deck_events.Event),
        *get_args(anchors_events.Event),
        *(kind for one in GAMES for kind in one.events),
    )
)
"""The stored names of what is told to those who follow a table or a match."""
PLACES: Final = frozenset({Kind.TABLE, Kind.MATCH})
OF_ROUNDS: Final = frozenset({Kind.ROUND, Kind.CLOCK, Kind.DECK})
STARTED: Final = (table_events.RoundStarted, match_events.MatchRoundStarted)

_encode: Final = msgspec.json.Encoder().encode


class BrokenRowError(LogError):
    """What is to be told next cannot be read; whoever follows looks anew, to go on from there."""

    code = "unreadable_event"


class Told:
    """An event of a table or a match, with its round's opening if it is a round's."""

    __slots__ = ("_texts", "opened", "place", "position", "recorded", "round")

    def __init__(
        self, place: Address, recorded: Recorded, round_id: str | None, opened: Opened | None
    ) -> None:
        self.place = place
        self.recorded = recorded
        self.position = recorded.position or 0
        """Where it stands in the log."""
        self.round = round_id
        self.opened = opened
        self._texts: dict[Viewer, str] = {}

    def text(self, player: str | None) -> str:
        """Return it as a player, or (None) everybody, may see it (Z10, S9), as JSON."""
        viewer = None if self.opened is None else seat_in(self.opened, player)
        found = self._texts.get(viewer)
        if found is None:
            seen = fact_seen(self.recorded, viewer)
            told = {**seen, self.place.kind.value: self.place.id}
            found = self._texts[viewer] = _encode(told).decode()
        return found


class Broken(NamedTuple):
    """A row of a table, a match or a round that cannot be read, so that it cannot be told."""

    place: Address
    position: int
    round: str | None
    code: str


class Places:
    """Finds the table or match that an event belongs to. To be used by one thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._started: OrderedDict[str, Address] = OrderedDict()

    def told(self, recorded: Recorded | Unreadable) -> Told | Broken | None:
        """Return an event with its place, None if it is of none. Raises `LogUnavailableError`."""
        at = Address.of(recorded.stream)
        if at is None:
            return None
        # Anchors are those of a table or match, by its stream's name.
        place = Address.of(at.id) if at.kind is Kind.ANCHORS else at
        if place is not None and place.kind in PLACES:
            return self._of_place(place, recorded)
        if at.kind not in OF_ROUNDS:
            return None
        opened = self._opening(at.id, recorded)
        if opened is None or isinstance(recorded, Unreadable):
            return self._broken(at.id, opened, recorded)
        return Told(place_of(opened, at.id), recorded, at.id, opened)

    def _of_place(self, place: Address, recorded: Recorded | Unreadable) -> Told | Broken:
        if isinstance(recorded, Unreadable):
            return Broken(place, recorded.position, None, recorded.code)
        if isinstance(recorded.event, STARTED):
            _keep(self._started, recorded.event.round, place)
        return Told(place, recorded, None, None)

    def _broken(
        self, round_id: str, opened: Opened | None, row: Recorded | Unreadable
    ) -> Broken | None:
        """Return what cannot be told of a round; its table may be known by what began it."""
        place = self._started.get(round_id) if opened is None else place_of(opened, round_id)
        if place is None:
            return None
        code = row.code if isinstance(row, Unreadable) else BrokenRowError.code
        return Broken(place, row.position or 0, round_id, code)

    def _opening(self, round_id: str, recorded: Recorded | Unreadable) -> Opened | None:
        if isinstance(recorded, Recorded) and isinstance(recorded.event, Opened):
            return _keep(self._opened, round_id, recorded.event)
        known = self._opened.get(round_id)
        if known is not None:
            return known
        first = None
        with suppress(BrokenSealError, DataKeyError):
            first = self._log.fact(game(round_id).stream, 1)
        opened = None if first is None else first.event
        return _keep(self._opened, round_id, opened) if isinstance(opened, Opened) else None


T = TypeVar("T")


def _keep(kept: OrderedDict[str, T], round_id: str, found: T) -> T:
    kept[round_id] = found
    if len(kept) > KEPT:
        kept.popitem(last=False)
    return found


def page_after(
    log: Log, position: int, topics: Sequence[str] = TOPICS
) -> list[Recorded | Unreadable]:
    """Return what can be told after a position, in the log's order; also what cannot be read."""
    return [single_or_not(row, log.codec) for row in log.rows_after(position, PAGE, topics)]


def missed(
    log: Log, place: Address, round_id: str | None, after: int, until: int
) -> Iterator[Told]:
    """Yield what happened after a position, up to and with another, in order.

    Of a round only, if one is given, else of a place. Raises the log's errors, `BrokenRowError`
    where something cannot be read.
    """
    places = Places(log)
    position = after
    while position < until:
        page = page_after(log, position)
        for one in page:
            if (one.position or 0) > until:
                return
            told = places.told(one)
            if told is None or told.place != place or round_id not in (None, told.round):
                continue
            if isinstance(told, Broken):
                raise BrokenRowError
            yield told
        if len(page) < PAGE:
            return
        position = page[-1].position or until
