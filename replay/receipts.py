"""Comparing a round with what was acknowledged: the log remembers every accepted command apart."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.log.accepted import input_of
from domain.log.envelope import Recorded
from domain.log.store import Log, Remembered
from replay.rederive import Decided, same_decision


class Odd(NamedTuple):
    """The first version of a decision that was not acknowledged as it is stored."""

    version: int
    reason: str


class Acknowledged(NamedTuple):
    """The decisions of a stream that were acknowledged as they are stored.

    `odd` is the first that was not; `position` is where in the log the last good one is remembered.
    """

    odd: Odd | None
    position: int


def acknowledged(
    log: Log,
    stream: str,
    recorded: Sequence[Recorded],
    decisions: Sequence[Decided],
) -> Acknowledged:
    """Compare the decisions of a stream with what the log remembers of their commands."""
    asked = [(one.envelope.actor, one.envelope.command_id) for one in decisions]
    remembered = log.accepted(asked)
    position = 0
    for key, decision in zip(asked, decisions, strict=True):
        found = remembered.get(key)
        if found is None:
            odd = Odd(decision.first, "its command is not among the acknowledged ones")
            return Acknowledged(odd, position)
        if not _agrees(found, stream, recorded[decision.last - 1], decision):
            odd = Odd(decision.first, "its command was acknowledged with other facts")
            return Acknowledged(odd, position)
        position = found.recorded.position or position
    return Acknowledged(None, position)


def _agrees(found: Remembered, stream: str, last: Recorded, decision: Decided) -> bool:
    command = decision.envelope.command
    told = (stream, decision.first, decision.last, last.hash.hex())
    return (
        found.event.results[:1] != ()
        and told == msgspec.structs.astuple(found.event.results[0])
        and same_decision(decision.envelope, found.recorded.envelope)
        and command is not None
        and found.event.input == input_of(stream, command)
    )


def acknowledged_ends(log: Log, position: int = 0) -> Mapping[str, int]:
    """Return the last version of every stream that was acknowledged after a position of the log.

    A command is remembered in the transaction that writes its facts. What is acknowledged behind
    a stream's last event was there, and is missing. It takes as long as the log has grown since.
    """
    ends: dict[str, int] = {}
    for event in log.accepted_after(position):
        for result in event.results:
            ends[result.stream] = max(result.last, ends.get(result.stream, 0))
    return ends
