"""A stretch of the log, read in bulk, in its own order.

A round's facts and the acknowledgements of its commands lie close together, so that one query
brings them all, and nothing has to be looked up. Rounds interleave: what goes on behind the stretch
is read on as far as that saves looking up, and what goes on further is read by its stream.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from domain.kernel.decider import name_of
from domain.log import accepted, chain
from domain.log.accepted import CommandAccepted, Damaged, Remembered
from domain.log.envelope import Recorded, Stored
from domain.log.errors import BrokenChainError, UnreadableEventError
from domain.log.examine import single
from domain.log.store import Asked, Log
from domain.log.streams import (
    CLOCKS,
    DECKS,
    MATCHES,
    ROUNDS,
    TABLES,
    clock_stream,
    deck_stream,
)
from domain.log.table import Extent
from replay.books import Books

SAVED: Final = 64
"""Rows worth reading for one round that need not be looked up then."""

_ACCEPTED: Final = name_of(CommandAccepted)


class Window(NamedTuple):
    """A stretch of the log: the positions behind `after` up to and with `until`."""

    after: int
    until: int


class Orphan(msgspec.Struct, frozen=True):
    """An acknowledgement of a version that a stream does not have, and when it was given."""

    stream: str
    version: int
    recorded_at: datetime


class Stretch:
    """The rows of a window: of rounds, what lies beside them, their homes, and of commands."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.rounds: dict[str, list[Stored]] = {}
        self.beside: dict[str, list[Stored]] = {}
        self._commands: dict[str, Stored] = {}
        self._homes: dict[tuple[str, int], Stored] = {}
        self._ends: list[Stored] = []
        self._remembered: dict[str, Remembered] = {}
        self._named: dict[str, set[int]] = {}
        self.damaged: list[int] = []
        self.nameless: list[int] = []
        self.books = Books({}, {})

    def read(self, window: Window) -> list[Stored]:
        """Read a window; return all of its rows."""
        rows = self._log.span(*window)
        for row in rows:
            named: object = row.stream  # in a table made by hand it may be anything
            if not (isinstance(named, str) and named and named.isprintable()):
                self.nameless.append(row.position or 0)
            if not isinstance(named, str):
                continue
            if row.stream.startswith(ROUNDS):
                self.rounds.setdefault(row.stream, []).append(row)
            else:
                self._keep(row)
                if row.topic == _ACCEPTED or row.stream.startswith(accepted.STREAMS):
                    self._ends.append(row)
        return rows

    def _keep(self, row: Stored) -> None:
        if row.version == 1 and row.stream.startswith(accepted.STREAMS):
            self._commands[row.stream] = row
        elif row.stream.startswith((CLOCKS, DECKS)):
            self.beside.setdefault(row.stream, []).append(row)
        elif row.stream.startswith((TABLES, MATCHES)):
            self._homes[row.stream, row.version] = row

    def read_on(self, window: Window, own: Mapping[str, Extent]) -> int:
        """Read on behind a window as far as it is worth it for its rounds; return how far."""
        lasts = (extent.last for extent in own.values())
        until = worth_reading(window, lasts)
        for row in self._log.span(window.until, until) if until > window.until else ():
            if row.stream in own:
                self.rounds[row.stream].append(row)
            else:
                self._keep(row)
        return until

    def acknowledged(self) -> list[Orphan]:
        """Return how far each round was acknowledged in the window, whether or not it is there."""
        ends: dict[str, Orphan] = {}
        for one in map(self._log.acceptance, self._ends):
            if isinstance(one, Damaged):
                self.damaged.append(one.position)
                continue
            if one.recorded.version != 1 or one.recorded.previous != chain.ORIGIN:
                self.damaged.append(one.recorded.position or 0)  # a command is accepted once
                continue
            self._remembered[one.recorded.stream] = one
            for result in one.event.results:
                stream, last = result.stream, result.last
                known = ends.get(stream)
                if stream.startswith((ROUNDS, MATCHES)):
                    self._named.setdefault(stream, set()).add(one.recorded.position or 0)
                if not stream.startswith(ROUNDS):
                    self.books.add(result, one.recorded.position or 0)
                elif known is None or known.version < last:
                    ends[stream] = Orphan(stream, last, one.recorded.envelope.recorded_at)
        self._ends.clear()
        return list(ends.values())

    def unindexed(self) -> tuple[int, ...]:
        """Return where acknowledgements stand to which the index does not lead.

        They are those of rounds and matches that `acknowledged` came upon.
        """
        missing = (held.difference(self._log.naming(one)) for one, held in self._named.items())
        return tuple(sorted(set().union(*missing)))

    def extents(self, ends: Iterable[Orphan]) -> list[Extent]:
        """Return where the rounds lie that were read or acknowledged, their clocks and decks."""
        # No honest stream has another name, and not every database can be asked for one.
        acknowledged = (end.stream for end in ends if end.stream.isprintable())
        rounds = dict.fromkeys((*self.rounds, *acknowledged))
        ids = [stream.removeprefix(ROUNDS) for stream in rounds]
        return self._log.extents((*rounds, *map(clock_stream, ids), *map(deck_stream, ids)))

    def accepted(self, asked: Sequence[Asked]) -> dict[Asked, Remembered]:
        """Return what is remembered of commands, see `Log.accepted`; few must be looked up."""
        found: dict[Asked, Remembered] = {}
        missing = []
        for one in asked:
            known = self._known(accepted.stream_of(*one))
            if known is None:
                missing.append(one)
            else:
                found[one] = known
        return {**found, **self._log.accepted(missing)} if missing else found

    def fact(self, stream: str, version: int) -> Recorded | None:
        """Return an event of a table or match, see `Log.fact`; few must be looked up."""
        row = self._homes.get((stream, version))
        if row is None:
            return self._log.fact(stream, version)
        with suppress(BrokenChainError, UnreadableEventError):
            return single(row, self._log.codec)
        return None

    def _known(self, stream: str) -> Remembered | None:
        if (known := self._remembered.get(stream)) is not None:
            return known
        row = self._commands.get(stream)
        return None if row is None else next(iter(self._log.remembered((row,))), None)


def worth_reading(window: Window, lasts: Iterable[int]) -> int:
    """Return how far to read on behind a window for rounds that end at these positions.

    Reading on costs by the row, and each round that is brought in saves looking it up. It never
    goes further than the window is long, so that memory is bounded.
    """
    until, most = window.until, window.until - window.after
    behind = sorted(last for last in lasts if last > window.until)
    for number, last in enumerate(behind, start=1):
        if last - window.until <= min(number * SAVED, most):
            until = last
    return until


def is_orphan(end: Orphan, extents: Mapping[str, Extent]) -> bool:
    """Say whether a stream does not go as far as it was acknowledged."""
    extent = extents.get(end.stream)
    return extent is None or extent.version < end.version
