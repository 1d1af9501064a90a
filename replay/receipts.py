"""Comparing a round with what was acknowledged: the log remembers every accepted command apart."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.log.accepted import CommandAccepted, input_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from replay.rederive import Decided


class Odd(NamedTuple):
    """The first version of a decision that was not acknowledged as it is stored."""

    version: int
    reason: str


def first_odd(
    log: Log,
    stream: str,
    recorded: Sequence[Recorded],
    decisions: Sequence[Decided],
) -> Odd | None:
    """Return the first decision whose acknowledgement is absent or says something else."""
    asked = [(one.envelope.actor, one.envelope.command_id) for one in decisions]
    remembered = log.accepted(asked)
    for key, decision in zip(asked, decisions, strict=True):
        event = remembered.get(key)
        if event is None:
            return Odd(decision.first, "its command is not among the acknowledged ones")
        if not _agrees(event, stream, recorded[decision.last - 1], decision):
            return Odd(decision.first, "its command was acknowledged with other facts")
    return None


def _agrees(event: CommandAccepted, stream: str, last: Recorded, decision: Decided) -> bool:
    command = decision.envelope.command
    (own, *_) = event.results
    return (
        own.stream == stream
        and own.first == decision.first
        and own.last == decision.last
        and own.hash == last.hash.hex()
        and command is not None
        and event.input == input_of(stream, command)
    )


def first_missing(log: Log, stream: str, last: Recorded | None = None) -> int | None:
    """Return the first version that was acknowledged behind the stream's last event, if any.

    A command is remembered in the transaction that writes its facts, so what belongs to a cut tail
    stands behind the round's last event in the log. Searching there takes as long as the log has
    grown since.
    """
    position, version = (last.position or 0, last.version) if last else (0, 0)
    results = (one for event in log.accepted_after(position) for one in event.results)
    missing = (one.first for one in results if one.stream == stream and one.last > version)
    return min(missing, default=None)
