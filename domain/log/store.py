"""The log as the rest of the program sees it: streams to read, decisions to append."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Final, NamedTuple, Self

from domain.kernel.decider import name_of
from domain.log import accepted, chain
from domain.log.accepted import CommandAccepted
from domain.log.adapter.memory import memory_table
from domain.log.adapter.sqlite import file_table
from domain.log.address import sqlite_path
from domain.log.codec import CODEC, Codec
from domain.log.decision import CommandInfo, Draft, Receipt, Write, refuse_malformed
from domain.log.envelope import Recorded, Stored
from domain.log.errors import (
    BrokenChainError,
    CommandReusedError,
    ConflictError,
    LogUnavailableError,
    ReadOnlyLogError,
    UnreadableEventError,
)
from domain.log.examine import single, sound
from domain.log.revision import require_current
from domain.log.table import ClashError, Table

__all__ = ["Clock", "CommandInfo", "Log", "Receipt", "Write", "open_log"]

PAGE: Final = 1000
"""Streams listed in one query."""

Clock = Callable[[], datetime]
Asked = tuple[str, str]
"""An actor and the id that it gave to a command."""


class Remembered(NamedTuple):
    """What the log remembers of an accepted command: where and by whom, and with which result."""

    recorded: Recorded
    event: CommandAccepted


class Damaged(NamedTuple):
    """The position of a row that remembers a command and cannot be read."""

    position: int


class Log:
    """One log, safe to share between threads. `now` is asked once for every append."""

    def __init__(
        self,
        table: Table,
        now: Clock,
        *,
        codec: Codec = CODEC,
        read_only: bool = False,
    ) -> None:
        self._table = table
        self._read = table.read
        self._now = now
        self._codec = codec
        self._read_only = read_only

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the database. The log is of no use afterwards."""
        self._table.close()

    # ---- reading

    def read(self, stream: str) -> tuple[Recorded, ...]:
        """Return a stream's events, its whole chain checked; an unknown stream has none.

        Raises `BrokenChainError` or `UnreadableEventError` at the first fault.
        """
        return sound(self._read.rows(stream), self._codec)

    def read_stored(self, stream: str) -> list[Stored]:
        """Return a stream's rows as they are, for `examine`; tampered rows are no error here."""
        return self._read.rows(stream)

    def after(self, position: int, limit: int, topics: Sequence[str] = ()) -> tuple[Recorded, ...]:
        """Return events after a position in the log's order, of the given names only, if any are.

        Each is checked against its own hash, not against its predecessor.
        """
        rows = self._read.after(position, limit, topics)
        return tuple(single(row, self._codec) for row in rows)

    def last_position(self) -> int:
        """Return the position of the last event of all, 0 for an empty log."""
        return self._read.last_position()

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Yield the names of all streams with rows that begin with `prefix`, sorted."""
        name = ""
        while page := self._read.streams(prefix, name, PAGE):
            yield from page
            name = page[-1]

    def opened(self, topic: str) -> Iterator[str]:
        """Yield the streams whose first event has this stored name, in the order they began."""
        position = 0
        while page := self._read.opened(topic, position, PAGE):
            yield from (stream for _, stream in page)
            position = page[-1][0]

    # ---- accepted commands

    def accepted(self, asked: Sequence[Asked]) -> dict[Asked, Remembered]:
        """Return what is remembered of commands, in one query, without unknown and damaged ones."""
        streams = {accepted.stream_of(*one): one for one in asked}
        rows = self._read.firsts(tuple(streams))
        found = map(self._remembered, rows)
        return {streams[one.recorded.stream]: one for one in found if isinstance(one, Remembered)}

    def acceptances(self, stream: str | None = None) -> Iterator[Remembered | Damaged]:
        """Yield every accepted command of the log in order, or those that name a stream.

        What is remembered but cannot be read is yielded as damaged.
        """
        topic = name_of(CommandAccepted)
        if stream is not None:
            yield from map(self._remembered, self._read.holding(topic, accepted.naming(stream)))
            return
        position = 0
        while rows := self._read.after(position, PAGE, (topic,)):
            yield from map(self._remembered, rows)
            position = rows[-1].position or position

    def _remembered(self, row: Stored) -> Remembered | Damaged:
        with suppress(BrokenChainError, UnreadableEventError):
            recorded = single(row, self._codec)
            if isinstance(recorded.event, CommandAccepted):
                return Remembered(recorded, recorded.event)
        return Damaged(row.position or 0)

    def receipt_of(self, actor: str, command_id: str) -> Receipt | None:
        """Return the receipt of a command that was accepted earlier, as repeated; else None."""
        found = self._accepted(actor, command_id)
        return None if found is None else self._repeated(found)

    def answered(self, command: CommandInfo) -> Receipt | None:
        """Return the receipt if this very command was accepted earlier; else None.

        Ask before deciding: on the state that a command itself made, the rules may refuse it.
        Raises `CommandReusedError` when the id stands for something else.
        """
        found = self._accepted(command.actor, command.command_id)
        if found is None:
            return None
        if found.input != accepted.input_of(command.target, command.command):
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

    # ---- appending

    def append(self, writes: Sequence[Write], command: CommandInfo) -> Receipt:
        """Write a decision, all of it or nothing, durably; return its receipt.

        The first write is to the decision's own stream: its first event keeps the command. A
        command accepted before, also by another process a moment ago, changes nothing and gets the
        receipt it got then. Raises `ConflictError` when a stream is not at its expected version,
        `CommandReusedError`, `UnstorableError`, `ReadOnlyLogError` or `LogUnavailableError`.
        """
        if self._read_only:
            message = "this log was opened for reading only"
            raise ReadOnlyLogError(message)
        refuse_malformed(writes)
        draft = Draft(self._codec, self._now(), command)
        heads = [self._head(write) for write in writes]
        if None in heads:
            return self._settled(writes, command)
        for write, head in zip(writes, heads, strict=True):
            draft.add(write, head or chain.ORIGIN)
        draft.accept()
        try:
            positions = self._table.insert(draft.rows)
        except ClashError:
            return self._settled(writes, command)
        own = draft.results[0]
        return Receipt(
            stream=own.stream,
            version=own.last,
            hash=own.hash,
            positions=tuple(positions[:-1]),
        )

    def _head(self, write: Write) -> bytes | None:
        if write.expected_version == 0:
            return chain.ORIGIN
        return self._read.head(write.stream, write.expected_version)

    def _settled(self, writes: Sequence[Write], command: CommandInfo) -> Receipt:
        """Say why a decision could not be written: repeated, reused, or a stream has moved on."""
        receipt = self.answered(command)
        if receipt is not None:
            return receipt
        for write in writes:
            actual = self._read.last_version(write.stream)
            if actual != write.expected_version:
                raise ConflictError(write.stream, write.expected_version, actual)
        message = "the database refuses to write these events"
        raise LogUnavailableError(message)


def open_log(url: str, *, now: Clock, read_only: bool = False) -> Log:
    """Open the log at `sqlite:///PATH`, which must have been migrated, or a new one in `memory:`.

    A log opened for reading works beside a writer, and never changes anything in it. Raises
    the `LogError` that says what to do.
    """
    path = sqlite_path(url)
    if path is None:
        return Log(memory_table(), now, read_only=read_only)
    require_current(path)
    return Log(file_table(path, read_only=read_only), now, read_only=read_only)
