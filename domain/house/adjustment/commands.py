"""What may be asked of an adjustment. The tag is the stored name (`domain.kernel.decider`).

`by` is who asks, role and name as in `operator/olga`, as the log's envelope has it.
"""

from domain.kernel.decider import Command as KernelCommand


class ProposeAdjustment(KernelCommand, frozen=True, kw_only=True, tag="house.ProposeAdjustment.1"):
    """H10.1: propose that the player gets `points`, or loses them if below zero.

    With a `dispute` it follows from that one's proposal of a compensation.
    """

    adjustment: str
    by: str
    player: str
    points: int
    reason: str
    dispute: str | None = None


class ApproveAdjustment(KernelCommand, frozen=True, kw_only=True, tag="house.ApproveAdjustment.1"):
    """H10.2: a second person approves, and the points move."""

    by: str


class RejectAdjustment(KernelCommand, frozen=True, kw_only=True, tag="house.RejectAdjustment.1"):
    """H10.2: a second person rejects, and nothing moves."""

    by: str
    reason: str


Command = ProposeAdjustment | ApproveAdjustment | RejectAdjustment
