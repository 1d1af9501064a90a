"""What can happen to an external reference. Stream: `reference/<direction>/<reference>`.

A stream for each, so that it is the log that lets only one of many deposits have it, and so that
asking for one never means reading all.
"""

from enum import StrEnum

from domain.kernel.decider import Event as KernelEvent


class Direction(StrEnum):
    """Which way points went."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


class ReferenceUsed(KernelEvent, frozen=True, kw_only=True, tag="house.ReferenceUsed.1"):
    """Derived: a movement from or to outside used its reference, once for all (H2.2)."""

    direction: Direction
    reference: str
    player: str
    points: int


Event = ReferenceUsed
