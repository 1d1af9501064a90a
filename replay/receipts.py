"""Comparing a round with what was acknowledged: the log remembers every accepted command apart."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.decider import Command
from domain.log.accepted import input_of
from domain.log.envelope import Envelope, Recorded
from domain.log.store import Damaged, Log, Remembered
from replay.rederive import Decided, Difference, marks_of, same_decision


class Odd(NamedTuple):
    """The first version of a decision that was not acknowledged as it is stored."""

    version: int
    reason: str


class Ends(NamedTuple):
    """The last version of every stream that was acknowledged, and where the log remembers nothing.

    `damaged` are positions of the log at which an acknowledgement stands that cannot be read.
    """

    last: Mapping[str, int]
    damaged: tuple[int, ...]


def first_odd(
    log: Log,
    stream: str,
    recorded: Sequence[Recorded],
    decisions: Sequence[Decided],
) -> Odd | None:
    """Return the first decision that the log does not remember as it is stored."""
    asked = [(one.envelope.actor, one.envelope.command_id) for one in decisions]
    remembered = log.accepted(asked)
    for key, decision in zip(asked, decisions, strict=True):
        found = remembered.get(key)
        if found is None:
            return Odd(decision.first, "its command is not among the acknowledged ones")
        if not _agrees(found, stream, recorded[decision.last - 1], decision):
            return Odd(decision.first, "its command was acknowledged with other facts")
    return None


def judged(
    log: Log,
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
    remembered = log.accepted(keys)
    if _bears(remembered.get(keys[0]), first) or not _bears(remembered.get(keys[1]), other):
        return difference
    return Difference(
        version=difference.of,
        reason=f"it does not bear the marks of its decision, as event {difference.version} does",
        expected=difference.stored,
        stored=difference.expected,
        of=difference.of,
    )


def _bears(found: Remembered | None, envelope: Envelope[Command]) -> bool:
    return found is not None and marks_of(found.recorded.envelope) == marks_of(envelope)


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


def acknowledged_ends(log: Log, stream: str | None = None, until: int | None = None) -> Ends:
    """Look through the whole log for what was acknowledged, of one stream if that is named.

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
    return Ends(last, tuple(damaged))
