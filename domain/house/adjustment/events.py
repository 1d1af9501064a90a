"""What can happen to an adjustment. Stream: `adjustment/<id>`."""

from domain.kernel.decider import Event as KernelEvent


class AdjustmentProposed(KernelEvent, frozen=True, kw_only=True, tag="house.AdjustmentProposed.1"):
    """Primary, or derived from a dispute's compensation: points are to move (H10.1).

    `points` are what the player is to get, below zero what the player is to lose.
    """

    adjustment: str
    by: str
    player: str
    points: int
    reason: str
    dispute: str | None


class AdjustmentApproved(KernelEvent, frozen=True, kw_only=True, tag="house.AdjustmentApproved.1"):
    """Primary: a second person approved; the points move in the same transaction (H10.2, H10.3)."""

    by: str


class AdjustmentRejected(KernelEvent, frozen=True, kw_only=True, tag="house.AdjustmentRejected.1"):
    """Primary: a second person rejected it, and nothing moves (H10.2)."""

    by: str
    reason: str


Event = AdjustmentProposed | AdjustmentApproved | AdjustmentRejected
