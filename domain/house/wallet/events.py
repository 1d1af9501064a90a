"""What can happen to a wallet. Streams: `wallet/<player>`, and `wallet/issue`, the counter-account.

Points move by two facts in one transaction, one in each of the two streams concerned, so that every
movement is a double entry.
"""

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat


class PlayerCreated(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerCreated.1"):
    """Primary: a player exists. A `test` account is kept apart in every report (H1.1)."""

    player: str
    test: bool


class PlayerDisabled(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerDisabled.1"):
    """Primary: an operator disabled the player (H1.2): no deposit, no seat, no new round.

    The running round is played to its end.
    """

    player: str
    reason: str


class PlayerEnabled(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerEnabled.1"):
    """Primary: an operator lifted the disabling (H1.2)."""

    player: str
    reason: str


class PointsDeposited(KernelEvent, frozen=True, kw_only=True, tag="house.PointsDeposited.1"):
    """Primary: points came into the wallet from outside, against `reference` (H2.2)."""

    player: str
    points: int
    reason: str
    reference: str


class PointsWithdrawn(KernelEvent, frozen=True, kw_only=True, tag="house.PointsWithdrawn.1"):
    """Primary: points left the wallet for outside, against `reference` (H2.2)."""

    player: str
    points: int
    reason: str
    reference: str


class PointsIssued(KernelEvent, frozen=True, kw_only=True, tag="house.PointsIssued.1"):
    """Derived, in `wallet/issue`: the counter-entry of a deposit (H2.3)."""

    player: str
    points: int
    reference: str


class PointsRedeemed(KernelEvent, frozen=True, kw_only=True, tag="house.PointsRedeemed.1"):
    """Derived, in `wallet/issue`: the counter-entry of a withdrawal (H2.3)."""

    player: str
    points: int
    reference: str


class PointsBroughtToTable(
    KernelEvent,
    frozen=True,
    kw_only=True,
    tag="house.PointsBroughtToTable.1",
):
    """Derived: points went to the player's seat, on sitting down or topping up (H3.2, H3.3)."""

    player: str
    points: int
    table: str
    seat: Seat


class PointsTakenHome(KernelEvent, frozen=True, kw_only=True, tag="house.PointsTakenHome.1"):
    """Derived: the stack of a seat came back to the wallet, on standing up (H3.4)."""

    player: str
    points: int
    table: str
    seat: Seat


class MatchEntered(KernelEvent, frozen=True, kw_only=True, tag="house.MatchEntered.1"):
    """Derived: the player joined a match, where a disabling will be told (M2, M9)."""

    player: str
    match: str
    seat: Seat


class MatchLeft(KernelEvent, frozen=True, kw_only=True, tag="house.MatchLeft.1"):
    """Derived: the player left a match before it began, or it is over (M3, M7, M8)."""

    player: str
    match: str


class PointsAdjusted(KernelEvent, frozen=True, kw_only=True, tag="house.PointsAdjusted.1"):
    """Derived: two persons gave the wallet points, or took them if below zero (H10.3)."""

    player: str
    points: int
    adjustment: str


class IssueAdjusted(KernelEvent, frozen=True, kw_only=True, tag="house.IssueAdjusted.1"):
    """Derived, in `wallet/issue`: the counter-entry of an adjustment (H10.3)."""

    player: str
    points: int
    adjustment: str


Event = (
    PlayerCreated
    | PlayerDisabled
    | PlayerEnabled
    | PointsDeposited
    | PointsWithdrawn
    | PointsIssued
    | PointsRedeemed
    | PointsBroughtToTable
    | PointsTakenHome
    | MatchEntered
    | MatchLeft
    | PointsAdjusted
    | IssueAdjusted
)
