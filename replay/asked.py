"""Comparing a round's decisions with what was acknowledged of them, and with its table or match."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.text import text
from domain.log.codec import Codec
from domain.log.envelope import Recorded
from domain.log.examine import Fault
from replay.checks import RECEIPTS, Check, Verdict, no_more, unlike
from replay.linked import Homes, unlike_home
from replay.memory import Memory
from replay.receipts import Acknowledged, acknowledged, begun_otherwise
from replay.rederive import Decided, Difference, Rederivation


class Asked(NamedTuple):
    """What is to be compared with the acknowledgements."""

    stream: str
    recorded: tuple[Recorded, ...]
    decisions: Sequence[Decided]
    codec: Codec


def known_of(
    memory: Memory, asked: Asked, derived: Rederivation, wrong: Fault | Difference | None
) -> Acknowledged:
    """Compare all decisions that are sound, and of the one in which something is wrong its command.

    What was changed may be that command: then the first fact that does not follow from it is not
    the first wrong place. A round in which nothing is wrong is compared with its home as well.
    """
    known = acknowledged(memory.accepted, *asked)
    if known.odd is not None:
        return known
    if wrong is None and memory.fact is None:
        return known
    if wrong is None and memory.fact is not None:
        homes = Homes(memory.fact, asked.codec)
        return known._replace(odd=unlike_home(homes, known.shared, derived))
    sound = asked.decisions[-1].last if asked.decisions else 0
    if sound == len(asked.recorded):
        return known
    begun = asked.recorded[sound]
    return known._replace(odd=begun_otherwise(memory.accepted, asked.stream, begun, asked.codec))


def receipts_check(
    memory: Memory,
    asked: Asked,
    known: Acknowledged,
    wrong: Fault | Difference | None,
) -> Check:
    """Return the check on what was acknowledged; behind `wrong` nothing can be compared."""
    odd = known.odd
    if odd is not None:
        return unlike(
            text("event {version}: {reason}", version=odd.version, reason=odd.reason), odd.version
        )
    if wrong is not None:
        detail = text("it is before event {version}", version=wrong.version)
        return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED, detail=detail)
    beyond, ends = len(asked.recorded) + 1, memory.ends()
    if ends.last.get(asked.stream, 0) >= beyond:
        return unlike(
            text("event {version}: it was acknowledged, and is missing", version=beyond), beyond
        )
    if ends.damaged:
        where = text("position {position} of the log", position=ends.damaged[0])
        return unlike(
            text(
                "event {version}: an acknowledgement is damaged, at {where}",
                version=beyond,
                where=where,
            ),
            beyond,
        )
    return _agreed(len(asked.decisions), known.sealed, by_index=ends.by_index)


def _agreed(commands: int, sealed: int, *, by_index: bool) -> Check:
    detail = text("{commands} acknowledged commands", commands=commands)
    if sealed:
        detail = text(
            "{detail} agree; what {sealed} of them asked is sealed", detail=detail, sealed=sealed
        )
    if by_index:
        detail = no_more(detail)
    return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED if sealed else Verdict.OK, detail=detail)
