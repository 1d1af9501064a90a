"""Comparing a round with what was acknowledged: the log remembers every accepted command apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.decider import Command
from domain.kernel.text import text
from domain.log.accepted import Damaged, Remembered, input_of
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Envelope, Recorded
from domain.log.errors import DataKeyError, KeysMissingError
from domain.log.store import Asked, Log
from domain.log.streams import ANCHORS, ROUNDS, clock_stream, deck_stream
from domain.shengji.commands import VoidRound
from replay.places import MOVED, Places
from replay.rederive import Decided, Difference, marks_of, same_decision

LookUp = Callable[[Sequence[Asked]], Mapping[Asked, Remembered]]
"""Finds what is remembered of commands, leaving out unknown ones: `Log.accepted`, for one."""


class Odd(NamedTuple):
    """The first version of a decision that was not acknowledged as it is stored.

    `home` says that it was, and that the round's table or match tells it otherwise.
    """

    version: int
    reason: str
    home: bool = False


class Shared(NamedTuple):
    """A decision that wrote to other streams too, and what is remembered of it."""

    decision: Decided
    found: Remembered


class Acknowledged(NamedTuple):
    """The decisions of a stream that were acknowledged as they are stored.

    `odd` is the first that was not;
    `sealed` is of how many it could not be told what they asked, their keys not being here;
    `shared` are those that other streams have a part in, `clocked` those that set a deadline,
    `decked` those that committed to a deck.
    """

    odd: Odd | None
    sealed: int = 0
    shared: tuple[Shared, ...] = ()
    clocked: tuple[Shared, ...] = ()
    decked: tuple[Shared, ...] = ()


def acknowledged(
    look_up: LookUp,
    stream: str,
    recorded: Sequence[Recorded],
    decisions: Sequence[Decided],
    codec: Codec = CODEC,
) -> Acknowledged:
    """Compare the decisions of a stream with what the log remembers of their commands."""
    asked = [(one.envelope.actor, one.envelope.command_id) for one in decisions]
    round_id = stream.removeprefix(ROUNDS)
    clock, deck = clock_stream(round_id), deck_stream(round_id)
    remembered = look_up(asked)
    sealed, places = 0, Places()
    shared: list[Shared] = []
    clocked: list[Shared] = []
    decked: list[Shared] = []
    for key, decision in zip(asked, decisions, strict=True):
        found = remembered.get(key)
        if found is None:
            odd = Odd(decision.first, text("its command is not among the acknowledged ones"))
            return Acknowledged(odd)
        asked_for = _input_of(found, recorded[decision.first - 1], stream, codec)
        sealed += asked_for is None
        if not _agrees(found, stream, recorded[decision.last - 1], decision) or (
            asked_for not in {None, found.event.input}
        ):
            odd = Odd(decision.first, text("its command was acknowledged with other facts"))
            return Acknowledged(odd)
        rows = recorded[decision.first - 1 : decision.last]
        astray = places.astray(rows, found.recorded.position)
        if astray is not None:
            return Acknowledged(Odd(astray, MOVED))
        others = {one.stream for one in found.event.results} - {stream}
        if any(not one.startswith(ANCHORS) for one in others - {clock, deck}):
            shared.append(Shared(decision, found))
        if clock in others:
            clocked.append(Shared(decision, found))
        if deck in others:
            decked.append(Shared(decision, found))
    return Acknowledged(None, sealed, tuple(shared), tuple(clocked), tuple(decked))


def begun_otherwise(
    look_up: LookUp, stream: str, first: Recorded, codec: Codec = CODEC
) -> Odd | None:
    """Compare the beginning of a decision of which the rest is not as it should be.

    `first` is its first event. Where the command there is another than the acknowledged one, all
    that does not follow from it is that change's doing.
    """
    envelope = first.envelope
    if envelope.command is None:
        return None
    key = envelope.actor, envelope.command_id
    found = look_up([key]).get(key)
    if found is None:
        return Odd(first.version, text("its command is not among the acknowledged ones"))
    begun = [one.first for one in found.event.results if one.stream == stream]
    asked_for = _input_of(found, first, stream, codec)
    if (
        begun != [first.version]
        or not _bears(found, envelope)
        or asked_for not in {None, found.event.input}
    ):
        return Odd(first.version, text("another command was acknowledged"))
    return None


def _input_of(found: Remembered, first: Recorded, stream: str, codec: Codec) -> str | None:
    """Return the hash of what a decision's command asked, None if a key for that is not here.

    It takes the key of the house, and for the cards in the command that of their audience. What was
    brought along from another stream was asked there (`replay.linked`). A stream from before cards
    were sealed has no keys, and its hashes need none.
    """
    command = first.envelope.command
    if command is None:
        return ""
    if first.sealed and any(one.part == "command" for one in first.sealed):
        return None
    if found.event.results[:1] and found.event.results[0].stream != stream:
        return found.event.input
    try:
        return codec.input_of(stream, command)
    except (KeysMissingError, DataKeyError):
        return None if codec.has_key_of(stream, command) else input_of(stream, command)


def _agrees(found: Remembered, stream: str, last: Recorded, decision: Decided) -> bool:
    told = (stream, decision.first, decision.last, last.hash.hex())
    results = found.event.results
    parts = [msgspec.structs.astuple(one) for one in results if one.stream == stream]
    return (
        parts == [told]
        # Nothing but its opening, or its end, is ever brought to a round from elsewhere.
        and (results[0].stream == stream or decision.first == 1 or _is_void(decision))
        and same_decision(decision.envelope, found.recorded.envelope)
    )


def _is_void(decision: Decided) -> bool:
    return isinstance(decision.envelope.command, VoidRound)


class Ends(NamedTuple):
    """The last version of every stream that was acknowledged, and where the log remembers nothing.

    `damaged` are positions of the log at which an acknowledgement stands that cannot be read.
    `by_index` says that the database's index was asked, not every acknowledgement.
    """

    last: Mapping[str, int]
    damaged: tuple[int, ...] = ()
    by_index: bool = False


def acknowledged_ends(log: Log, stream: str | None = None, until: int | None = None) -> Ends:
    """Ask the whole log for what was acknowledged, its index for one stream if that is named.

    What is acknowledged behind a stream's last event was there, and is missing: a command is
    remembered in the transaction that writes its facts. Positions are not hashed, so that no part
    of the log can be left out; what came after position `until` is too young to be judged.
    """
    last: dict[str, int] = {}
    damaged = []
    for one in log.acceptances(stream):
        if isinstance(one, Damaged):
            damaged.append(one.position)
        elif until is None or (one.recorded.position or 0) <= until:
            for result in one.event.results:
                last[result.stream] = max(result.last, last.get(result.stream, 0))
    return Ends(last, tuple(damaged), by_index=stream is not None)


def judged(
    look_up: LookUp,
    recorded: Sequence[Recorded],
    difference: Difference | None,
) -> Difference | None:
    """Where facts of a decision bear different marks, say which: the log remembers the true ones.

    Without that the later fact is the wrong one. If it is remembered and the first is not, the
    first is.
    """
    if difference is None or difference.of is None:
        return difference
    first, other = recorded[difference.of - 1].envelope, recorded[difference.version - 1].envelope
    keys = [(first.actor, first.command_id), (other.actor, other.command_id)]
    remembered = look_up(keys)
    if _bears(remembered.get(keys[0]), first) or not _bears(remembered.get(keys[1]), other):
        return difference
    return Difference(
        version=difference.of,
        reason=text(
            "it does not bear the marks of its decision, as event {version} does",
            version=difference.version,
        ),
        expected=difference.stored,
        stored=difference.expected,
        of=difference.of,
    )


def _bears(found: Remembered | None, envelope: Envelope[Command]) -> bool:
    return found is not None and marks_of(found.recorded.envelope) == marks_of(envelope)
