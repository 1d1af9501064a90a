"""What may be asked of a table. The tag is the stored name (`domain.kernel.decider`).

What only *follows* from a command to another stream nobody asks for: `domain.flow` brings it along.
"""

from collections.abc import Mapping

from domain.house.table.events import Ending
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset


class OpenTable(KernelCommand, frozen=True, kw_only=True, tag="house.OpenTable.1"):
    """H3.1: open a table with the settings of its rounds."""

    table: str
    settings: Ruleset


class ChangeSettings(KernelCommand, frozen=True, kw_only=True, tag="house.ChangeSettings.1"):
    """H3.1, Z1.4: play by other settings from the next round on."""

    settings: Ruleset


class DelaySpectators(KernelCommand, frozen=True, kw_only=True, tag="house.DelaySpectators.1"):
    """H12.1: let spectators see the table so many seconds late."""

    seconds: int


class Sit(KernelCommand, frozen=True, kw_only=True, tag="house.Sit.1"):
    """H3.2: take a free seat with `points` of the wallet."""

    seat: Seat
    player: str
    points: int


class TopUp(KernelCommand, frozen=True, kw_only=True, tag="house.TopUp.1"):
    """H3.3: add points of the wallet to the player's stack."""

    player: str
    points: int


class StandUp(KernelCommand, frozen=True, kw_only=True, tag="house.StandUp.1"):
    """H3.4: leave the seat and take the whole stack home."""

    player: str


class DisableSeat(KernelCommand, frozen=True, kw_only=True, tag="house.DisableSeat.1"):
    """H1.2: let a seat sit out, its player being disabled. Follows from that."""

    seat: Seat


class EnableSeat(KernelCommand, frozen=True, kw_only=True, tag="house.EnableSeat.1"):
    """H1.2: let a seat play again, its player being enabled. Follows from that."""

    seat: Seat


class StartRound(KernelCommand, frozen=True, kw_only=True, tag="house.StartRound.1"):
    """H4.1: start the round `round` with the seats that can play."""

    round: str


class EndRound(KernelCommand, frozen=True, kw_only=True, tag="house.EndRound.1"):
    """H4.3: the table's side of the end of a round. Follows from that.

    `net` and `order` speak of the round's seats. `order` is who is to be head next, the first who
    can be (Z8.1, Z8.2). Both are empty for a voided round.
    """

    round: str
    ending: Ending
    net: Mapping[Seat, int]
    order: tuple[Seat, ...]


Command = (
    OpenTable
    | ChangeSettings
    | DelaySpectators
    | Sit
    | TopUp
    | StandUp
    | DisableSeat
    | EnableSeat
    | StartRound
    | EndRound
)
