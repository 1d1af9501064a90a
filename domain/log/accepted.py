"""Accepted commands: an event of the log's own that makes every command happen once at most.

It is written in the same transaction as the facts that follow from the command, into a stream named
by actor and command id, so that two attempts at one command can never both be written.
"""

from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from domain.kernel.decider import Command
from domain.kernel.decider import Event as KernelEvent
from domain.log.envelope import Recorded
from domain.log.framing import framed, framed_text
from domain.log.keys import DataKey

STREAMS: Final = "command/"
_STREAM_TAG: Final = b"paipu.command.1\0"
_INPUT_TAG: Final = b"paipu.input.1\0"
_canonical = msgspec.json.Encoder(order="deterministic").encode


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """The versions `first` to `last` that a command wrote to a stream; `hash` is hex, of `last`."""

    stream: str
    first: int
    last: int
    hash: str


class CommandAccepted(
    KernelEvent,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag="log.CommandAccepted.1",
):
    """Primary: a command was accepted. `input` is the hex hash of its target and content.

    Of a command with hidden cards it is keyed, so that nobody can try out which cards they were.
    `turn` is the turn that the command said it answers, if it said so.
    """

    input: str
    results: tuple[Result, ...]
    turn: str | None = None


Event = CommandAccepted


class Remembered(NamedTuple):
    """What the log remembers of an accepted command: where and by whom, and with which result."""

    recorded: Recorded
    event: CommandAccepted


class Damaged(NamedTuple):
    """The position of a row that remembers a command and cannot be read."""

    position: int


def naming(stream: str) -> bytes:
    """Return bytes that stand in every acceptance that wrote to a stream."""
    return b'"stream":' + _canonical(stream)


def stream_of(actor: str, command_id: str) -> str:
    """Return the stream that remembers whether `actor` has used `command_id`."""
    content = _STREAM_TAG + framed_text(actor) + framed_text(command_id)
    return STREAMS + sha256(content).hexdigest()


def input_of(target: str, command: Command, key: DataKey | None = None) -> str:
    """Return the hex hash of what was asked of which target: equal hashes, equal requests.

    With a key it is an HMAC, which nobody without the key can make or test.
    """
    content = _INPUT_TAG + framed_text(target) + framed(_canonical(command))
    return sha256(content).hexdigest() if key is None else key.mark(content).hex()
