"""What may be asked of a round of 比牌升級. The tag is the stored name: `domain.kernel.decider`."""

from collections.abc import Mapping
from typing import Final, TypeGuard, get_args

from domain.cards.card import Card
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side


class OpenRound(KernelCommand, frozen=True, kw_only=True, tag="shengji.OpenRound.1"):
    """Open a round of a match: its players from p1 to p4, and the level of either side.

    Without a `dealer` it is a first round, and both sides stand equal (S1.2, S4.1).
    """

    round: str
    match: str | None = None
    settings: Ruleset
    players: tuple[str, ...]
    levels: Mapping[Side, str]
    dealer: Seat | None = None


class Deal(KernelCommand, frozen=True, kw_only=True, tag="shengji.Deal.1"):
    """S1.1: give a seat its 52 cards, in the order dealt."""

    seat: Seat
    cards: tuple[Card, ...]


class DealKitty(KernelCommand, frozen=True, kw_only=True, tag="shengji.DealKitty.1"):
    """S1.1: lay the last 8 cards apart."""

    cards: tuple[Card, ...]


class TurnUp(KernelCommand, frozen=True, kw_only=True, tag="shengji.TurnUp.1"):
    """S3.1: turn one card of a seat face up 亮牌, in a first round."""

    seat: Seat
    card: Card


class Show(KernelCommand, frozen=True, kw_only=True, tag="shengji.Show.1"):
    """S3.2, S3.3: show 比牌 cards."""

    seat: Seat
    cards: tuple[Card, ...]


class Pass(KernelCommand, frozen=True, kw_only=True, tag="shengji.Pass.1"):
    """S3.2, S3.4: leave the contest."""

    seat: Seat


class CallTrump(KernelCommand, frozen=True, kw_only=True, tag="shengji.CallTrump.1"):
    """S3.6: name one of the four suits trump 叫主: `s`, `h`, `d` or `c`."""

    seat: Seat
    suit: str


class Return(KernelCommand, frozen=True, kw_only=True, tag="shengji.Return.1"):
    """S3.7: give a seat as many cards as it showed 還牌."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]


class Bury(KernelCommand, frozen=True, kw_only=True, tag="shengji.Bury.1"):
    """S4.2: lay 8 cards away as the new kitty 扣底."""

    seat: Seat
    cards: tuple[Card, ...]


class Play(KernelCommand, frozen=True, kw_only=True, tag="shengji.Play.1"):
    """S5, S6: lead to a trick, or follow."""

    seat: Seat
    cards: tuple[Card, ...]


class VoidRound(KernelCommand, frozen=True, kw_only=True, tag="shengji.VoidRound.1"):
    """S8.5: end a round that cannot go on; nothing changes by it."""


class VoidRoundFor(KernelCommand, frozen=True, kw_only=True, tag="shengji.VoidRound.2"):
    """S8.5, H8.4: the same, with the operator's reason. A record tells both in the same words."""

    reason: str


SeatCommand = Show | Pass | CallTrump | Return | Bury | Play
Command = OpenRound | Deal | DealKitty | TurnUp | SeatCommand | VoidRound | VoidRoundFor

_KINDS: Final = frozenset(get_args(Command))


def is_command(command: object) -> TypeGuard[Command]:
    """Say whether something from the log is a command of this game."""
    return type(command) in _KINDS
