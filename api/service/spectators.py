"""Who sees a table or a match at once, and up to where in the log everybody else does (H12)."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import pairwise
from threading import Lock
from typing import Any, Final, NamedTuple

from api.house import House
from api.roles import Caller
from api.service.facts import NOW, Opened, Seen, place_of, seat_in
from api.streams import Loaded
from domain.flow.address import Address, Kind
from domain.house.match.events import MatchSpectatorsDelayed
from domain.house.match.state import Known as Match
from domain.house.table.events import SpectatorsDelayed
from domain.house.table.state import Open as Table
from domain.log.envelope import Recorded
from domain.log.examine import Unreadable, single_or_not
from domain.log.store import Log

DELAYED: Final = (SpectatorsDelayed, MatchSpectatorsDelayed)
PLACES: Final = (Kind.TABLE, Kind.MATCH)
SEATED: Final = (Table, Match)
FRESH_SECONDS: Final = 0.1
"""How long what was found of a moment is good: it is late by that much more, which hides more."""
KEPT: Final = 1_024
LOOKED_AT: Final = 64
"""Versions of a stream whose positions are asked for first: what is hidden is at its end."""


class Span(NamedTuple):
    """From a position on, recorded at a Unix time, spectators are so many seconds late."""

    position: int
    at: float
    seconds: int


class Late(NamedTuple):
    """How late spectators are now: by `seconds` from a position on, and not beyond another.

    At `until`, Unix time, they have come to that one; None if there is none.
    """

    seconds: int
    after: int
    most: int
    until: float | None


AT_ONCE: Final = Late(0, NOW, NOW, None)


def late_at(spans: Sequence[Span], now: float) -> Late:
    """H12.2: return how late spectators are, by the delays that were set, in order.

    Each event is late by the delay under which it was recorded, and seen after all before it.
    """
    for span, following in pairwise(spans):
        seen = following.at + span.seconds
        if seen > now:
            return Late(span.seconds, span.position - 1, following.position - 1, seen)
    last = spans[-1]
    return Late(last.seconds, last.position - 1, NOW, None) if last.seconds else AT_ONCE


class Moments:
    """Finds how far the log had come some seconds ago. Safe to share between threads."""

    def __init__(self, log: Log, now: Callable[[], float]) -> None:
        self._log = log
        self._now = now
        self._known: dict[int, tuple[float, int]] = {}

    def position(self, seconds: int) -> int:
        """Return the last position recorded so many seconds ago or before. Raises the log's errors.

        It is looked for from where it was found last, in steps that double, then halve.
        """
        now = self._now()
        asked, low = self._known.get(seconds, (0.0, 0))
        if now - asked < FRESH_SECONDS:
            return low
        found = self._found(low, now - seconds)
        self._known[seconds] = now, found
        return found

    def _found(self, low: int, cutoff: float) -> int:
        high, step = self._log.last_position(), 1
        while low + step < high:
            old = self._old(low + step, high, cutoff)
            if old is None:
                high = low + step
                break
            low, step = old, step * 2
        while low < high:
            middle = (low + high) // 2
            old = self._old(middle, high, cutoff)
            if old is None:
                high = middle
            else:
                low = old
        return low

    def _old(self, after: int, until: int, cutoff: float) -> int | None:
        """Return the position of the next event after another, if it is old enough, else None."""
        while after < until:
            rows = self._log.rows_after(after, 1)
            if not rows or (rows[0].position or 0) > until:
                return until
            one = single_or_not(rows[0], self._log.codec)
            after = one.position or until
            if not isinstance(one, Unreadable):
                return after if one.envelope.recorded_at.timestamp() <= cutoff else None
        return until


class Spectators:
    """Knows up to where in the log somebody may see. Safe to share between threads."""

    def __init__(self, log: Log, house: House, now: Callable[[], float]) -> None:
        self._log = log
        self._house = house
        self._now = now
        self._spans: OrderedDict[Address, tuple[int, tuple[Span, ...]]] = OrderedDict()
        self._past: OrderedDict[Address, Loaded] = OrderedDict()
        self._lock = Lock()
        self.moments = Moments(log, now)

    def spectates(self, who: Caller, place: Address) -> bool:
        """H12.1: say whether somebody only looks on: a player who does not sit there now."""
        return place.kind in PLACES and _looks_on(who, self._house.stands(place).state)

    def late(self, place: Address) -> Late:
        """Return how late spectators of a place are now."""
        if place.kind not in PLACES:
            return AT_ONCE
        return self._late(place, self._house.stands(place).state)

    def until(self, who: Caller, place: Address) -> int:
        """Return up to which position somebody may see what happens at a place.

        To be asked after what is to be shown was read: so it is of no older standing.
        """
        if who.player is None or place.kind not in PLACES:
            return NOW
        return self._until(who, place, self._house.stands(place).state)

    def of_round(self, who: Caller, round_id: str) -> Seen:
        """Return what says up to which position somebody may see a round (H12.3)."""

        def seen(opened: Opened) -> int:
            if seat_in(opened, who.player) is not None:
                return NOW
            return self.until(who, place_of(opened, round_id))

        return seen

    def reached(self, late: Late) -> int:
        """Return up to which position those see who are so late."""
        return min(max(late.after, self.moments.position(late.seconds)), late.most)

    def seen(self, who: Caller, place: Address, *streams: Address) -> tuple[int, list[Loaded]]:
        """Return up to where somebody sees a place, and streams of it as they stood there.

        The place's own stream is the first of them. Raises the log's errors.
        """
        others = [self._house.stands(one) for one in streams]
        own = self._house.stands(place)
        until = NOW if who.player is None else self._until(who, place, own.state)
        stood = zip((place, *streams), (own, *others), strict=True)
        return until, [self._at(at, now, until) for at, now in stood]

    def version(self, address: Address, last: int, until: int) -> int:
        """Return how many of a stream's `last` events there were at a position."""
        if until == NOW or not last:
            return last
        first = max(last - LOOKED_AT, 0) + 1  # what is hidden is at its end
        positions = self._log.positions(address.stream, first, last)
        if first > 1 and positions[0] > until:
            first, positions = 1, self._log.positions(address.stream, 1, last)
        return first - 1 + sum(position <= until for position in positions)

    def _until(self, who: Caller, place: Address, state: Any) -> int:  # noqa: ANN401 -- of a table or a match
        late = self._late(place, state)
        if late is AT_ONCE or not _looks_on(who, state):
            return NOW
        return self.reached(late)

    def _late(self, place: Address, state: Any) -> Late:  # noqa: ANN401 -- likewise
        delays = getattr(state, "delays", 0)
        return late_at(self._all_spans(place, delays), self._now()) if delays else AT_ONCE

    def _at(self, address: Address, now: Loaded, until: int) -> Loaded:
        """Return a stream as it stood at a position."""
        version = self.version(address, now.version, until)
        if version == now.version:
            return now
        with self._lock:
            kept = self._past.get(address)
        if kept is not None and kept.version == version:
            return kept
        recorded = self._log.read(address.stream)[:version]
        past = Loaded(version, address.decider.fold(one.event for one in recorded))
        self._keep(self._past, address, past)
        return past

    def _all_spans(self, place: Address, delays: int) -> tuple[Span, ...]:
        """Return the delays of a place, read anew only when another was set."""
        with self._lock:
            known, spans = self._spans.get(place, (0, ()))
        if known == delays:
            return spans
        found = [one for one in self._log.read(place.stream) if isinstance(one.event, DELAYED)]
        spans = (Span(0, 0.0, 0), *map(_span, found[:delays]))
        self._keep(self._spans, place, (delays, spans))
        return spans

    def _keep(self, kept: OrderedDict[Address, Any], address: Address, found: object) -> None:
        with self._lock:
            kept[address] = found
            if len(kept) > KEPT:
                kept.popitem(last=False)


def _looks_on(who: Caller, state: Any) -> bool:  # noqa: ANN401 -- of a table or a match
    return who.player is not None and isinstance(state, SEATED) and not state.seat_of(who.player)


def _span(recorded: Recorded) -> Span:
    assert isinstance(recorded.event, DELAYED)
    at = recorded.envelope.recorded_at.timestamp()
    return Span(recorded.position or 0, at, recorded.event.seconds)
