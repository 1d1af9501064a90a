"""What can happen to a round's clock. Stream: `clock/<round>`.

A stream of its own, so that a round's facts are the same with a clock or without one, and so that
time, which no rule reads, never stands in them. `due_ms` is Unix time in milliseconds (UTC).
"""

from domain.kernel.decider import Event as KernelEvent


class DeadlineSet(KernelEvent, frozen=True, kw_only=True, tag="house.DeadlineSet.1"):
    """Derived: a turn was opened, and its seats have `seconds`, until `due_ms` (H5.1)."""

    turn: str
    seconds: int
    due_ms: int


class TimeGranted(KernelEvent, frozen=True, kw_only=True, tag="house.TimeGranted.1"):
    """Primary: the house was away, so the open turn lasts until `due_ms` (H5.4)."""

    turn: str
    due_ms: int


class ClockStopped(KernelEvent, frozen=True, kw_only=True, tag="house.ClockStopped.1"):
    """Primary: the round was interrupted (H8.1). Stakes are held, and nothing can be done in it.

    `reason` is an operator's own words, or the code of what keeps the house from going on.
    """

    reason: str


class ClockResumed(KernelEvent, frozen=True, kw_only=True, tag="house.ClockResumed.1"):
    """Primary: the round goes on (H8.3). The clock gives its open turn all of its time anew."""

    reason: str


Event = DeadlineSet | TimeGranted | ClockStopped | ClockResumed
