"""What may be asked of a round of 四支刀. The tag is the stored name (`domain.kernel.decider`)."""

from typing import Final, TypeGuard, get_args

from domain.cards.card import Card
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import Ruleset


class OpenRound(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.OpenRound.1"):
    """Open a round: `players` from p1 upward with their stacks in points, and who is head."""

    round: str
    table: str | None = None
    settings: Ruleset
    players: tuple[SeatedPlayer, ...]
    head: Seat


class Deal(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Deal.1"):
    """Z2.2: give a contestant of this stage its four cards, in the order dealt."""

    seat: Seat
    cards: tuple[Card, ...]


class Bet(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Bet.1"):
    """Z3.2: put in the first `points` of this stage."""

    seat: Seat
    points: int


class Call(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Call.1"):
    """Z3.3: match the highest bet of this stage, or put in what remains if that is less."""

    seat: Seat


class Raise(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Raise.1"):
    """Z3.3: raise to a total of `to` points in this stage."""

    seat: Seat
    to: int


class AllIn(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.AllIn.1"):
    """Z3.3: put in everything remaining, whatever the amount."""

    seat: Seat


class Check(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Check.1"):
    """Z3.2: pass the turn while nobody has bet, where `allow_check` lets it."""

    seat: Seat


class Fold(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Fold.1"):
    """Z3.2, Z3.3: give up this stage's cards."""

    seat: Seat


class Split(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.Split.1"):
    """Z5.1: split the hand into a front and a back pile of two cards each."""

    seat: Seat
    front: tuple[Card, ...]
    back: tuple[Card, ...]


class AutoSplit(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.AutoSplit.1"):
    """Z5.6: split for a seat that is late. Only the clock asks for it."""

    seat: Seat


class BuyIn(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.BuyIn.1"):
    """Z7: pay the price and play the next stage."""

    seat: Seat


class DeclineBuyIn(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.DeclineBuyIn.1"):
    """Z7.4: let the offer go, and with it every later one."""

    seat: Seat


class VoidRound(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.VoidRound.1"):
    """Z9.4: end a round that cannot go on; every seat gets back all it committed."""


class VoidRoundFor(KernelCommand, frozen=True, kw_only=True, tag="sizhidao.VoidRound.2"):
    """Z9.4, H8.4: the same, with the operator's reason. A record tells both in the same words."""

    reason: str


BettingCommand = Bet | Call | Raise | AllIn | Check | Fold
SeatCommand = Deal | BettingCommand | Split | AutoSplit | BuyIn | DeclineBuyIn
Command = OpenRound | SeatCommand | VoidRound | VoidRoundFor

_KINDS: Final = frozenset(get_args(Command))


def is_command(command: object) -> TypeGuard[Command]:
    """Say whether something from the log is a command of this game."""
    return type(command) in _KINDS
