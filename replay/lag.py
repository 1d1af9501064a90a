"""How far what follows a log is behind it in time, and its database's clock beside this one."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from domain.log.errors import BrokenChainError, UnreadableEventError
from domain.log.examine import single
from domain.log.store import Log


def seconds_behind(log: Log, position: int, last: int, now: datetime) -> float:
    """Return how long ago the first event after a position was recorded; 0 if there is none.

    A damaged event has no time: then it is 0 as well, and `replay verify` tells of it. Raises the
    log's errors.
    """
    following = log.next_position(position) if position < last else None
    if following is None:
        return 0.0
    with suppress(BrokenChainError, UnreadableEventError, IndexError):
        recorded = single(log.span(following - 1, following)[0])
        return max(0.0, (now - recorded.envelope.recorded_at).total_seconds())
    return 0.0


def seconds_ahead(log: Log, now: Callable[[], datetime]) -> float | None:
    """Return by how much the clock of a log's database is ahead of this machine's.

    None where they are the same clock. It is exact to half the time that asking takes. Raises the
    log's errors.
    """
    before = now()
    there = log.server_time()
    if there is None:
        return None
    return (there - before - (now() - before) / 2).total_seconds()
