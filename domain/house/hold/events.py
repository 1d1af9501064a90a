"""What can happen to the hold on a round. Stream: `hold/<round>`.

A dispute that is opened and an erasure of the round's keys both write to it, so that of two at the
same time the log lets one pass, and the other finds what that one did.
"""

from domain.kernel.decider import Event as KernelEvent


class RoundHeld(KernelEvent, frozen=True, kw_only=True, tag="house.RoundHeld.1"):
    """Derived: a dispute about the round was opened by `by`; its keys stay (H9.6)."""

    dispute: str
    by: str


class RoundReleased(KernelEvent, frozen=True, kw_only=True, tag="house.RoundReleased.1"):
    """Derived: the dispute is closed, and needs the keys no more (H9.6)."""

    dispute: str


class ErasureLet(KernelEvent, frozen=True, kw_only=True, tag="house.ErasureLet.1"):
    """Derived: the round's keys were erased, no dispute being open; none is opened after (H9.6)."""


Event = RoundHeld | RoundReleased | ErasureLet
