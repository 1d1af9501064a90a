"""A decision on its way into the log: what is to be written, and the receipt for it."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from domain.kernel.decider import Command, Event, Origin
from domain.log import accepted, chain
from domain.log.accepted import CommandAccepted, Result
from domain.log.codec import Codec
from domain.log.envelope import Envelope, Stored


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

    def __init__(self, codec: Codec, now: datetime, command: CommandInfo) -> None:
        self.rows: list[Stored] = []
        self.results: list[Result] = []
        self._codec = codec
        self._command = command
        self._plain: Envelope[Command] = Envelope(
            recorded_at=now if now.tzinfo is None else now.astimezone(UTC),
            actor=command.actor,
            origin=command.origin,
            command_id=command.command_id,
        )

    def add(self, write: Write, head: bytes) -> None:
        """Chain a write's events to `head`, the own hash of its expected version."""
        command = write.command if self.rows else self._command.command
        envelope = msgspec.structs.replace(self._plain, command=command)
        prefix = chain.prefix_of(write.stream)
        first = write.expected_version + 1
        for version, event in enumerate(write.events, first):
            topic, body = self._codec.encode(write.stream, version, envelope, event)
            previous, head = head, chain.link(prefix, version, topic, head, body)
            self.rows.append(Stored(write.stream, version, None, topic, previous + head + body))
            envelope = self._plain
        last = write.expected_version + len(write.events)
        self.results.append(Result(stream=write.stream, first=first, last=last, hash=head.hex()))

    def accept(self) -> None:
        """Add the event that remembers the command."""
        command = self._command
        event = CommandAccepted(
            input=self._codec.input_of(command.target, command.command),
            results=tuple(self.results),
            turn=command.turn,
        )
        stream = accepted.stream_of(command.actor, command.command_id)
        write = Write(stream=stream, expected_version=0, events=(event,))
        self.add(write, chain.ORIGIN)


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
