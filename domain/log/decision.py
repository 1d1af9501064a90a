"""A decision on its way into the log: what is to be written, and the receipt for it."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from domain.kernel.decider import Command, Event, Origin
from domain.log import accepted, chain
from domain.log.accepted import CommandAccepted, Result
from domain.log.codec import Codec
from domain.log.envelope import Envelope, Stored
from domain.log.table import Drafted

Unchanged = Sequence[tuple[str, int]]
"""Streams that a decision has only looked at, and the versions that they had."""


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """Events to add to a stream that must be at `expected_version` (0: that must not exist yet).

    `command` is what brought them to a stream that is not the decision's own.
    """

    stream: str
    expected_version: int
    events: tuple[Event, ...]
    command: Command | None = None


class CommandInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The command a decision answers. `command_id` is the actor's, new for every new wish.

    `target` is what the command was addressed to, as a rule a stream; the same id with another
    target or another command is refused, or for another `turn`, if it says which one it answers.
    """

    actor: str
    origin: Origin
    command_id: str
    target: str
    command: Command
    turn: str | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a command: the head of the decision's own stream once it was written.

    `hash` is hex. `positions` are those of all events of the decision, in the order written.
    `repeated` says that they had been written before. `note` is the receipt as the house signs it
    for whoever asked; the log itself signs none.
    """

    stream: str
    version: int
    hash: str
    positions: tuple[int, ...]
    repeated: bool = False
    note: str = ""


class Draft:
    """The rows of a decision while its chains are made."""

    def __init__(
        self,
        now: datetime,
        command: CommandInfo,
        writes: Sequence[Write],
        unchanged: Unchanged = (),
    ) -> None:
        self.command = command
        self.writes = writes
        self.unchanged = unchanged
        self.rows: list[Stored] = []
        self.results: list[Result] = []
        self._plain: Envelope[Command] = Envelope(
            recorded_at=now if now.tzinfo is None else now.astimezone(UTC),
            actor=command.actor,
            origin=command.origin,
            command_id=command.command_id,
        )

    @property
    def drafted(self) -> Drafted:
        """What the database is asked to write."""
        return Drafted(self.rows, self.unchanged)

    def chain(self, codec: Codec, heads: Sequence[bytes]) -> None:
        """Make the rows, chained to the own hashes of the expected versions of the writes.

        After them comes the event that remembers the command.
        """
        for write, head in zip(self.writes, heads, strict=True):
            self._add(codec, write, head)
        command = self.command
        event = CommandAccepted(
            input=codec.input_of(command.target, command.command),
            results=tuple(self.results),
            turn=command.turn,
        )
        stream = accepted.stream_of(command.actor, command.command_id)
        remembered = Write(stream=stream, expected_version=0, events=(event,))
        self._add(codec, remembered, chain.ORIGIN)

    def _add(self, codec: Codec, write: Write, head: bytes) -> None:
        command = write.command if self.rows else self.command.command
        envelope = msgspec.structs.replace(self._plain, command=command)
        prefix = chain.prefix_of(write.stream)
        first = write.expected_version + 1
        for version, event in enumerate(write.events, first):
            topic, body = codec.encode(write.stream, version, envelope, event)
            previous, head = head, chain.link(prefix, version, topic, head, body)
            self.rows.append(Stored(write.stream, version, None, topic, previous + head + body))
            envelope = self._plain
        last = write.expected_version + len(write.events)
        self.results.append(Result(stream=write.stream, first=first, last=last, hash=head.hex()))


def refuse_malformed(writes: Sequence[Write]) -> None:
    """Refuse what no caller may ask, whatever the log holds: these are mistakes of the program."""
    names = [write.stream for write in writes]
    if not names or len(set(names)) < len(names):
        message = "a decision writes to one stream at least, and to each once"
        raise ValueError(message)
    for write in writes:
        name = write.stream
        if "/" not in name or not name.isprintable() or name.startswith(accepted.STREAMS):
            message = "a stream is named kind/id in printable characters; command/ is the log's own"
            raise ValueError(message)
        if not write.events or write.expected_version < 0:
            message = "a write has events and an expected version of 0 or more"
            raise ValueError(message)
