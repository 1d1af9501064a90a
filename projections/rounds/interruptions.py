"""Whether a round is interrupted (H8), by the facts of its clock: the newest of these counts."""

from typing import Final

from domain.house.clock.events import ClockResumed, ClockStopped
from domain.log import streams
from domain.log.envelope import Recorded
from projections.moments import moment
from projections.store.tables import Row

FACTS: Final = (ClockStopped, ClockResumed)


def interruption_row(fact: Recorded) -> Row | None:
    """Return the row of a round's clock after a fact of it; None for a fact of another kind.

    `reason` is why the round was interrupted, or why it goes on; `at` when that was recorded.
    """
    event = fact.event
    if not isinstance(event, FACTS):
        return None
    return {
        "clock": fact.stream.removeprefix(streams.CLOCKS),
        "interrupted": int(isinstance(event, ClockStopped)),
        "reason": event.reason,
        "at": moment(fact.envelope.recorded_at),
        "version": fact.version,
    }
