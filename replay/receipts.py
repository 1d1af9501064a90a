"""Comparing a round with what was acknowledged: the log remembers every accepted command apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.log.codec import CODEC, Codec
from domain.log.envelope import Recorded
from domain.log.errors import DataKeyError, KeysMissingError
from domain.log.store import Asked, Log, Remembered
from replay.rederive import Decided, same_decision

LookUp = Callable[[Sequence[Asked]], Mapping[Asked, Remembered]]
"""Finds what is remembered of commands, leaving out unknown ones: `Log.accepted`, for one."""


class Odd(NamedTuple):
    """The first version of a decision that was not acknowledged as it is stored."""

    version: int
    reason: str


class Shared(NamedTuple):
    """A decision that wrote to other streams too, and what is remembered of it."""

    decision: Decided
    found: Remembered


class Acknowledged(NamedTuple):
    """The decisions of a stream that were acknowledged as they are stored.

    `odd` is the first that was not; `position` is where in the log the last good one is remembered;
    `sealed` is of how many it could not be told what they asked, their keys not being here;
    `shared` are those that other streams have a part in.
    """

    odd: Odd | None
    position: int
    sealed: int = 0
    shared: tuple[Shared, ...] = ()


def acknowledged(
    look_up: LookUp,
    stream: str,
    recorded: Sequence[Recorded],
    decisions: Sequence[Decided],
    codec: Codec = CODEC,
) -> Acknowledged:
    """Compare the decisions of a stream with what the log remembers of their commands."""
    asked = [(one.envelope.actor, one.envelope.command_id) for one in decisions]
    remembered = look_up(asked)
    position = sealed = 0
    shared: list[Shared] = []
    for key, decision in zip(asked, decisions, strict=True):
        found = remembered.get(key)
        if found is None:
            odd = Odd(decision.first, "its command is not among the acknowledged ones")
            return Acknowledged(odd, position)
        asked_for = _input_of(found, decision, stream, codec)
        sealed += asked_for is None
        if not _agrees(found, stream, recorded[decision.last - 1], decision) or (
            asked_for not in {None, found.event.input}
        ):
            odd = Odd(decision.first, "its command was acknowledged with other facts")
            return Acknowledged(odd, position)
        position = found.recorded.position or position
        if len(found.event.results) > 1:
            shared.append(Shared(decision, found))
    return Acknowledged(None, position, sealed, tuple(shared))


def _input_of(found: Remembered, decision: Decided, stream: str, codec: Codec) -> str | None:
    """Return the hash of what a decision's command asked, None if the key for that is not here.

    What was brought along from another stream was asked there (`replay.linked`).
    """
    command = decision.envelope.command
    if command is None:
        return ""
    if found.event.results[:1] and found.event.results[0].stream != stream:
        return found.event.input
    try:
        return codec.input_of(stream, command)
    except (KeysMissingError, DataKeyError):
        return None


def _agrees(found: Remembered, stream: str, last: Recorded, decision: Decided) -> bool:
    told = (stream, decision.first, decision.last, last.hash.hex())
    results = found.event.results
    parts = [msgspec.structs.astuple(one) for one in results if one.stream == stream]
    return (
        parts == [told]
        # Nothing but its opening is ever brought to a round from elsewhere.
        and (results[0].stream == stream or decision.first == 1)
        and same_decision(decision.envelope, found.recorded.envelope)
    )


def acknowledged_ends(
    log: Log,
    position: int = 0,
    until: int | None = None,
) -> Mapping[str, int]:
    """Return the last version of every stream that was acknowledged after a position of the log.

    Whoever read a stream before, while the house plays on, gives as `until` where the log ended
    then: what came later is not missing.

    A command is remembered in the transaction that writes its facts. What is acknowledged behind
    a stream's last event was there, and is missing. It takes as long as the log has grown since.
    """
    ends: dict[str, int] = {}
    for event in log.accepted_after(position, until):
        for result in event.results:
            ends[result.stream] = max(result.last, ends.get(result.stream, 0))
    return ends
