"""The log as the rest of the program sees it: streams to read, decisions to append."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain
from typing import Final, Self

from domain.kernel.decider import name_of
from domain.log import accepted
from domain.log.accepted import CommandAccepted, Damaged, Remembered
from domain.log.adapter.opening import open_table
from domain.log.address import MEMORY
from domain.log.appending import Appending, Clock
from domain.log.codec import CODEC, Codec
from domain.log.decision import CommandInfo, Receipt, Write
from domain.log.envelope import Recorded, Stored
from domain.log.errors import (
    BrokenChainError,
    CommandReusedError,
    UnreadableEventError,
)
from domain.log.examine import single, sound
from domain.log.keys import KeyRing, pages, refresh
from domain.log.masters import MasterKeys, new_keys
from domain.log.table import Extent, Load, Table

__all__ = ["Clock", "CommandInfo", "Log", "Receipt", "Remembered", "Write", "open_log"]

PAGE: Final = 1000
"""Streams listed in one query."""
LATELY: Final = 1.0
"""For how many seconds a follower need not look again whether keys were erased."""
Asked = tuple[str, str]
"""An actor and the id that it gave to a command."""


class Log(Appending):
    """One log, safe to share between threads. `now` is asked once for every append.

    Without `keys` it reads `HIDDEN` for what is sealed, and opens no round. Its `codec` has them.
    """

    def __init__(
        self,
        table: Table,
        now: Clock,
        *,
        keys: KeyRing | None = None,
        codec: Codec = CODEC,
        read_only: bool = False,
    ) -> None:
        super().__init__(table, now, keys=keys, codec=codec, read_only=read_only)
        self.leaves = table.leaves

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def server_time(self) -> datetime | None:
        """Return what time the database has; None where that is this machine's own."""
        return self._table.server_time()

    @property
    def load(self) -> Load:
        """How much is asked of its database."""
        return self._table.load

    def close(self) -> None:
        """Release the database; the log is of no use afterwards."""
        self._table.close()

    def read(self, stream: str, *, sealed: bool = False) -> tuple[Recorded, ...]:
        """Return a stream's events, its whole chain checked; an unknown stream has none.

        `sealed` asks for them without any key. Raises `BrokenChainError` or `UnreadableEventError`.
        """
        codec = self.codec.with_keys(None) if sealed else self.codec
        recorded = sound(self.read_stored(stream), codec)
        if recorded:
            self._heads.keep(stream, recorded[-1].version, recorded[-1].hash)
        return recorded

    def read_stored(self, stream: str) -> list[Stored]:
        """Return a stream's rows as they are, for `examine`; tampered rows are no error here."""
        refresh(self.keys, (stream,))
        return self._read.rows(stream)

    def after(self, position: int, limit: int, topics: Sequence[str] = ()) -> tuple[Recorded, ...]:
        """Return events after a position in the log's order, of the given names only, if any are.

        Each is checked against its own hash, not against its predecessor.
        """
        return tuple(single(row, self.codec) for row in self.rows_after(position, limit, topics))

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """Return where the versions of a stream stand in the log, from one to another."""
        return self._read.positions(stream, first, last)

    def rows_after(self, position: int, limit: int, topics: Sequence[str] = ()) -> list[Stored]:
        """Return the same as rows, as they are, for whoever goes on past a damaged one."""
        rows = self._read.after(position, limit, topics)
        refresh(self.keys, {row.stream for row in rows}, LATELY)
        return rows

    def fact(self, stream: str, version: int) -> Recorded | None:
        """Return one event, checked against its own hash only; None if missing or damaged."""
        with suppress(BrokenChainError, UnreadableEventError):
            for position in self._read.positions(stream, version, version):
                row = self._read.after(position - 1, 1, ())[0]
                refresh(self.keys, (stream,))  # this is no follower, who may be late
                return single(row, self.codec)
        return None

    def span(self, after: int, until: int) -> list[Stored]:
        """Return all rows after a position up to and with another, as they are, for `examine`."""
        return self._read.span(after, until)

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """Return where the rows of streams lie; a stream without rows is left out."""
        return self._read.extents(streams)

    def next_position(self, after: int) -> int | None:
        """Return the first position after another, None when there is none."""
        return self._read.next_position(after)

    def last_version(self, stream: str) -> int:
        """Return a stream's highest version, 0 for an unknown stream."""
        return self._read.last_version(stream)

    def last_position(self) -> int:
        """Return the position of the last event of all, 0 for an empty log."""
        return self._read.last_position()

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """Wait until there are events after a position; return whether there are.

        Returns True as soon as any process has written one, False after `timeout` seconds, or when
        the log is closed. A reader that follows the log takes turns between this and `after`.
        Raises `LogUnavailableError` when the database fails; the caller may go on later.
        """
        return self._table.wait_beyond(position, timeout)

    def streams(self, prefix: str = "", after: str = "") -> Iterator[str]:
        """Yield the names of all streams with rows that begin with `prefix`, sorted.

        Only those after a name, if one is given.
        """
        name = after
        while page := self._read.streams(prefix, name, PAGE):
            yield from page
            name = page[-1]

    def opened(self, topic: str, after: int = 0, *, at_once: int = PAGE) -> Iterator[str]:
        """Yield the streams whose first event, after a position, has this stored name, in order.

        They are read `at_once` in a query: who wants the first of them only asks for 1.
        """
        while page := self._read.opened(topic, after, at_once):
            yield from (stream for _, stream in page)
            after = page[-1][0]

    def accepted(self, asked: Sequence[Asked]) -> dict[Asked, Remembered]:
        """Return what is remembered of commands, in one query, without unknown and damaged ones."""
        streams = {accepted.stream_of(*one): one for one in asked}
        rows = self._read.firsts(tuple(streams))
        return {streams[one.recorded.stream]: one for one in self.remembered(rows)}

    def acceptances(self, stream: str | None = None) -> Iterator[Remembered | Damaged]:
        """Yield every accepted command of the log in order, or those that name a stream.

        What is remembered but cannot be read is yielded as damaged.
        """
        if stream is not None:
            yield from map(self.acceptance, self._read.naming(stream))
            return
        position, topic = 0, name_of(CommandAccepted)
        while rows := self._read.after(position, PAGE, (topic,)):
            yield from map(self.acceptance, rows)
            position = rows[-1].position or position

    def naming(self, stream: str) -> list[int]:
        """Return where it stands that a command to a stream was accepted, whatever the rows are."""
        return [row.position or 0 for row in self._read.naming(stream)]

    def named_by_index(self) -> bool:
        """Whether the database has the indexes that lead there for rounds and matches."""
        return self._read.named_by_index()

    def acceptance(self, row: Stored) -> Remembered | Damaged:
        """Return the accepted command that a row remembers."""
        with suppress(BrokenChainError, UnreadableEventError):
            recorded = single(row, self.codec)
            if isinstance(recorded.event, CommandAccepted):
                return Remembered(recorded, recorded.event)
        return Damaged(row.position or 0)

    def remembered(self, rows: Iterable[Stored]) -> Iterator[Remembered]:
        """Yield the accepted commands among rows, without damaged ones and other events."""
        return (one for one in map(self.acceptance, rows) if isinstance(one, Remembered))

    def receipt_of(self, actor: str, command_id: str) -> Receipt | None:
        """Return the receipt of a command that was accepted earlier, as repeated; else None."""
        found = self._accepted(actor, command_id)
        return None if found is None else self._repeated(found)

    def answered(self, command: CommandInfo) -> Receipt | None:
        """Return the receipt if this very command was accepted earlier; else None.

        Ask when the rules refuse a command: on the state that it made itself they may. For one that
        they accept, appending finds out.
        Raises `CommandReusedError` when the id stands for something else.
        """
        found = self._accepted(command.actor, command.command_id)
        if found is None:
            return None
        same = self.codec.is_input(found.input, command.target, command.command)
        if not same or (command.turn and found.turn and command.turn != found.turn):
            raise CommandReusedError
        return self._repeated(found)

    def _accepted(self, actor: str, command_id: str) -> CommandAccepted | None:
        stream = self.read(accepted.stream_of(actor, command_id))
        event = stream[0].event if stream else None
        return event if isinstance(event, CommandAccepted) else None

    def _repeated(self, found: CommandAccepted) -> Receipt:
        own = found.results[0]
        positions = (
            position
            for result in found.results
            for position in self._read.positions(result.stream, result.first, result.last)
        )
        return Receipt(
            stream=own.stream,
            version=own.last,
            hash=own.hash,
            positions=tuple(positions),
            repeated=True,
        )

    def keyed(self, prefix: str, before: datetime) -> Iterator[str]:
        """Yield the streams that begin so and have data keys made before a moment, by name."""
        last = ""
        for key in chain.from_iterable(pages(self._table.keys, (prefix, ""))):
            if not key.stream.startswith(prefix):
                return
            if key.stream != last and datetime.fromisoformat(key.made_at) < before:
                yield key.stream
            last = key.stream

    def erase_keys(self, stream: str) -> int:
        """Remove a stream's data keys, see `domain.log.erasing`; return how many there were."""
        count = self._table.keys.erase(stream)
        refresh(self.keys, (stream,))
        return count


def open_log(
    url: str, *, now: Clock, read_only: bool = False, keys: MasterKeys | None = None
) -> Log:
    """Open the log at an address (`domain.log.address`), which must have been migrated.

    `memory:` is a new one every time. Opened for reading it is never changed. With master keys it
    seals and opens cards; one in memory makes its own. Raises the `LogError` that says what to do.
    """
    table = open_table(url, read_only=read_only)
    masters = new_keys() if keys is None and url == MEMORY else keys
    ring = None if masters is None else KeyRing(masters, table.keys, now)
    return Log(table, now, keys=ring, read_only=read_only)
