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


Event = DeadlineSet | TimeGranted
