"""What may be asked of a round's clock. The tag is the stored name (`domain.kernel.decider`)."""

from domain.kernel.decider import Command as KernelCommand


class SetDeadline(KernelCommand, frozen=True, kw_only=True, tag="house.SetDeadline.1"):
    """H5.1: give the turn that a decision opened its `seconds`. Follows from that decision.

    `due_ms` is Unix time in milliseconds, as in all of this stream.
    """

    turn: str
    seconds: int
    due_ms: int


class GrantTime(KernelCommand, frozen=True, kw_only=True, tag="house.GrantTime.1"):
    """H5.4: give the open turn more time, the house having been away. Only the clock asks for it.

    A round that began before there were clocks gets its first deadline so.
    """

    turn: str
    due_ms: int


class StopClock(KernelCommand, frozen=True, kw_only=True, tag="house.StopClock.1"):
    """H8.1: interrupt the round. An operator asks for it, or the house, which cannot go on."""

    reason: str


class ResumeClock(KernelCommand, frozen=True, kw_only=True, tag="house.ResumeClock.1"):
    """H8.3: an operator lets the round go on."""

    reason: str


Command = SetDeadline | GrantTime | StopClock | ResumeClock
