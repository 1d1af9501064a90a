"""What may be asked of a wallet. The tag is the stored name (`domain.kernel.decider`).

What only *follows* from a command to another stream nobody asks for: `domain.flow` brings it along.
"""

from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat


class CreatePlayer(KernelCommand, frozen=True, kw_only=True, tag="house.CreatePlayer.1"):
    """H1.1: create a player; `test` marks an account that reports keep apart."""

    player: str
    test: bool = False


class DisablePlayer(KernelCommand, frozen=True, kw_only=True, tag="house.DisablePlayer.1"):
    """H1.2: an operator disables the player."""

    reason: str


class EnablePlayer(KernelCommand, frozen=True, kw_only=True, tag="house.EnablePlayer.1"):
    """H1.2: an operator lifts the disabling."""

    reason: str


class Deposit(KernelCommand, frozen=True, kw_only=True, tag="house.Deposit.1"):
    """H2.2: an operator pays points in, against an external `reference`."""

    points: int
    reason: str
    reference: str


class Withdraw(KernelCommand, frozen=True, kw_only=True, tag="house.Withdraw.1"):
    """H2.2: an operator pays points out, against an external `reference`."""

    points: int
    reason: str
    reference: str


class IssuePoints(KernelCommand, frozen=True, kw_only=True, tag="house.IssuePoints.1"):
    """H2.3: the counter-account's side of a deposit. Follows from it."""

    player: str
    points: int
    reference: str


class RedeemPoints(KernelCommand, frozen=True, kw_only=True, tag="house.RedeemPoints.1"):
    """H2.3: the counter-account's side of a withdrawal. Follows from it."""

    player: str
    points: int
    reference: str


class BringToTable(KernelCommand, frozen=True, kw_only=True, tag="house.BringToTable.1"):
    """H3.2, H3.3: the wallet's side of sitting down and of topping up. Follows from them."""

    points: int
    table: str
    seat: Seat


class TakeHome(KernelCommand, frozen=True, kw_only=True, tag="house.TakeHome.1"):
    """H3.4: the wallet's side of standing up. Follows from it."""

    points: int
    table: str
    seat: Seat


class EnterMatch(KernelCommand, frozen=True, kw_only=True, tag="house.EnterMatch.1"):
    """M2: the wallet's side of joining a match. Follows from that."""

    match: str
    seat: Seat


class LeaveMatch(KernelCommand, frozen=True, kw_only=True, tag="house.LeaveMatch.1"):
    """M3, M7, M8: the wallet's side of leaving a match, and of its end. Follows from them."""

    match: str


class AdjustPoints(KernelCommand, frozen=True, kw_only=True, tag="house.AdjustPoints.1"):
    """H10.3: the wallet's side of an approved adjustment. Follows from the approval.

    `points` are what the player gets, below zero what the player loses.
    """

    points: int
    adjustment: str


class AdjustIssue(KernelCommand, frozen=True, kw_only=True, tag="house.AdjustIssue.1"):
    """H10.3: the counter-account's side of an adjustment of a wallet. Follows from it."""

    player: str
    points: int
    adjustment: str


Command = (
    CreatePlayer
    | DisablePlayer
    | EnablePlayer
    | Deposit
    | Withdraw
    | IssuePoints
    | RedeemPoints
    | BringToTable
    | TakeHome
    | EnterMatch
    | LeaveMatch
    | AdjustPoints
    | AdjustIssue
)
