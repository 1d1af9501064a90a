"""How a decision comes into the log: drafted, written, and settled if the database refuses it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

import msgspec

from domain.kernel.text import text
from domain.log import chain
from domain.log.codec import Codec
from domain.log.decision import CommandInfo, Draft, Receipt, Unchanged, Write, refuse_malformed
from domain.log.errors import (
    ConflictError,
    KeysMissingError,
    LogUnavailableError,
    NotAtHandError,
    ReadOnlyLogError,
)
from domain.log.heads import Heads
from domain.log.keys import KeyRing, KeysAtHand
from domain.log.table import ClashError, Outcome, Table

Clock = Callable[[], datetime]


class Appending(ABC):
    """The part of a log that writes."""

    def __init__(
        self, table: Table, now: Clock, *, keys: KeyRing | None, codec: Codec, read_only: bool
    ) -> None:
        self._table = table
        self._read = table.read
        self._now = now
        self._heads = Heads()
        self.keys = keys
        self.codec = codec.with_keys(keys)
        self._at_hand = codec.with_keys(None if keys is None else KeysAtHand(keys))
        self._read_only = read_only

    @abstractmethod
    def answered(self, command: CommandInfo) -> Receipt | None:
        """Return the receipt if this very command was accepted earlier; else None."""

    def append(
        self, writes: Sequence[Write], command: CommandInfo, unchanged: Unchanged = ()
    ) -> Receipt:
        """Write a decision, all of it or nothing, durably; return its receipt.

        The first write is to the decision's own stream: its first event keeps the command. A
        command accepted before, also by another process a moment ago, changes nothing and gets the
        receipt it got then. Raises `ConflictError` when a stream is not at its expected version, or
        one of `unchanged`, which are not written to, not at the version given there;
        `CommandReusedError`, `UnstorableError`, `ReadOnlyLogError` or `LogUnavailableError`.
        """
        draft = self._begun(writes, command, unchanged)
        heads = [self._head(write) for write in writes]
        if None not in heads and all(map(self._has_keys, writes)):
            draft.chain(self.codec, [head or chain.ORIGIN for head in heads])
            with suppress(ClashError):
                return self.written(draft, self._table.insert(draft.drafted))
        return self.settled(draft)

    def draft(
        self, writes: Sequence[Write], command: CommandInfo, unchanged: Unchanged = ()
    ) -> Draft:
        """Return a decision that is ready to be `put`, without reading anything.

        Raises `NotAtHandError` if something would have to be read, else as `append` does before
        anything is written.
        """
        draft = self._begun(writes, command, unchanged)
        draft.chain(self._at_hand, list(map(self._head_at_hand, writes)))
        return draft

    def put(self, draft: Draft, told: Callable[[Outcome], object]) -> None:
        """Have a draft written; its outcome is told by another thread, which must not be kept.

        Of positions make a receipt by `written`, of a `ClashError` by `settled`, which reads.
        """
        self._table.put(draft.drafted, told)

    def written(self, draft: Draft, positions: Sequence[int]) -> Receipt:
        """Return the receipt of a draft that was written at these positions."""
        for result in draft.results[:-1]:  # the last is the acceptance, which nothing follows
            self._heads.keep(result.stream, result.last, bytes.fromhex(result.hash))
        own = draft.results[0]
        return Receipt(
            stream=own.stream,
            version=own.last,
            hash=own.hash,
            positions=tuple(positions[:-1]),
        )

    def settled(self, draft: Draft) -> Receipt:
        """Return the receipt of a command that was written before, or say why it cannot be now.

        Raises as `append`.
        """
        receipt = self.answered(draft.command)
        if receipt is not None:
            # These very rows may be what is in the way, if the answer to writing them was lost.
            written = draft.results[0].hash if draft.results else None
            return msgspec.structs.replace(receipt, repeated=receipt.hash != written)
        expected = ((write.stream, write.expected_version) for write in draft.writes)
        for stream, version in (*expected, *draft.unchanged):
            actual = self._read.last_version(stream)
            if actual != version:
                raise ConflictError(stream, version, actual)
        message = text("the database refuses to write these events")
        raise LogUnavailableError(message)

    def _begun(self, writes: Sequence[Write], command: CommandInfo, unchanged: Unchanged) -> Draft:
        if self._read_only:
            message = text("this log was opened for reading only")
            raise ReadOnlyLogError(message)
        refuse_malformed(writes)
        return Draft(self._now(), command, writes, unchanged)

    def _head(self, write: Write) -> bytes | None:
        at = write.stream, write.expected_version
        return (self._heads.of(*at) or self._read.head(*at)) if at[1] else chain.ORIGIN

    def _head_at_hand(self, write: Write) -> bytes:
        at = write.expected_version
        head = self._heads.of(write.stream, at) if at else chain.ORIGIN
        if head is None or (not at and self.codec.audiences(write.events)):
            raise NotAtHandError
        return head

    def _has_keys(self, write: Write) -> bool:
        """Make the keys of a stream that begins here; say no when it has begun already."""
        if write.expected_version or not (audiences := self.codec.audiences(write.events)):
            return True
        if self._read.last_version(write.stream):
            return False
        if self.keys is None:
            raise KeysMissingError
        self.keys.make(write.stream, audiences)
        return True
