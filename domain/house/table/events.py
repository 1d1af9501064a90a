"""What can happen to a table of 四支刀. Stream: `table/<id>`.

A seat of a table is p1 … pN counter-clockwise, whoever sits there. A round numbers the seats
dealt in anew, p1 upward in the same order; `dealt_in` of `RoundStarted` is the translation.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset


class Ending(StrEnum):
    """How a round ended."""

    SETTLED = "settled"
    VOIDED = "voided"


class DealtIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A seat of the table that is dealt into a round, in the order of the round's seats."""

    seat: Seat
    player: str
    stack: int


class TableOpened(KernelEvent, frozen=True, kw_only=True, tag="house.TableOpened.1"):
    """Primary: a table exists, with the settings of its next round (H3.1)."""

    table: str
    settings: Ruleset


class SettingsChanged(KernelEvent, frozen=True, kw_only=True, tag="house.SettingsChanged.1"):
    """Primary: other settings, for the next round on (H3.1, Z1.4)."""

    settings: Ruleset


class SpectatorsDelayed(KernelEvent, frozen=True, kw_only=True, tag="house.SpectatorsDelayed.1"):
    """Primary: spectators see the table so many `seconds` late (H12.1)."""

    seconds: int


class PlayerSat(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerSat.1"):
    """Primary: a player took a free seat with `points` of the wallet as stack (H3.2)."""

    seat: Seat
    player: str
    points: int


class StackToppedUp(KernelEvent, frozen=True, kw_only=True, tag="house.StackToppedUp.1"):
    """Primary: a seated player added points of the wallet, between rounds (H3.3)."""

    seat: Seat
    player: str
    points: int


class PlayerStoodUp(KernelEvent, frozen=True, kw_only=True, tag="house.PlayerStoodUp.1"):
    """Primary: a player left the seat and took the whole stack, `points`, home (H3.4)."""

    seat: Seat
    player: str
    points: int


class SeatDisabled(KernelEvent, frozen=True, kw_only=True, tag="house.SeatDisabled.1"):
    """Derived: the player at the seat was disabled, so the seat sits out (H1.2)."""

    seat: Seat
    player: str


class SeatEnabled(KernelEvent, frozen=True, kw_only=True, tag="house.SeatEnabled.1"):
    """Derived: the player at the seat was enabled again (H1.2)."""

    seat: Seat
    player: str


class RoundStarted(KernelEvent, frozen=True, kw_only=True, tag="house.RoundStarted.1"):
    """Primary: a round runs; the stacks dealt in are locked until it ends (H4.1, H4.2)."""

    round: str
    head: Seat
    dealt_in: tuple[DealtIn, ...]


class RoundEnded(KernelEvent, frozen=True, kw_only=True, tag="house.RoundEnded.1"):
    """Derived: the round ended; `net` is points by seat of the table, after rake (H4.3).

    `order` is who is head next, the first who can be (Z8.1, Z8.2): `next_head`, then the others
    that showed. A voided round moves nothing and leaves the head as it was (Z8.3).
    """

    round: str
    ending: Ending
    net: Mapping[Seat, int]
    next_head: Seat
    order: tuple[Seat, ...]


Event = (
    TableOpened
    | SettingsChanged
    | SpectatorsDelayed
    | PlayerSat
    | StackToppedUp
    | PlayerStoodUp
    | SeatDisabled
    | SeatEnabled
    | RoundStarted
    | RoundEnded
)
