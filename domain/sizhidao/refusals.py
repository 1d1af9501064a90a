"""Why a command may be refused, in the order in which the rules check (docs/rules/sizhidao.md)."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat


class RoundOver(Refusal, frozen=True, kw_only=True):
    """The round has been settled or voided."""

    code: ClassVar[str] = "round_over"
    rule: ClassVar[str] = "Z6.4"
    text: ClassVar[str] = "the round is over"


class RoundNotOpen(Refusal, frozen=True, kw_only=True):
    """Nothing can be done in a round that has not been opened."""

    code: ClassVar[str] = "round_not_open"
    rule: ClassVar[str] = "Z1.4"
    text: ClassVar[str] = "the round has not been opened"


class RoundAlreadyOpen(Refusal, frozen=True, kw_only=True):
    """A round is opened once."""

    code: ClassVar[str] = "round_already_open"
    rule: ClassVar[str] = "Z1.4"
    text: ClassVar[str] = "the round has been opened already"


class BadSettings(Refusal, frozen=True, kw_only=True):
    """The settings don't agree with each other."""

    code: ClassVar[str] = "bad_settings"
    rule: ClassVar[str] = "Z1"
    text: ClassVar[str] = "{reason}"
    worded: ClassVar[Mapping[str, Collection[str]]] = {
        "reason": ("max_players is below min_players", "cap is below the ante")
    }
    reason: str


class WrongSeatCount(Refusal, frozen=True, kw_only=True):
    """Too few or too many seats for the table."""

    code: ClassVar[str] = "wrong_seat_count"
    rule: ClassVar[str] = "Z1.2"
    text: ClassVar[str] = "{seats} seats, but the table plays {least} to {most}"
    seats: int
    least: int
    most: int


class UnknownHead(Refusal, frozen=True, kw_only=True):
    """The head is none of the seats."""

    code: ClassVar[str] = "unknown_head"
    rule: ClassVar[str] = "Z1.3"
    text: ClassVar[str] = "the head is none of the seats"


class BadStack(Refusal, frozen=True, kw_only=True):
    """A stack that cannot cover the ante, or is beyond all amounts."""

    code: ClassVar[str] = "bad_stack"
    rule: ClassVar[str] = "Z1.2"
    text: ClassVar[str] = "the stack of {seat} must be {least} to {most} points"
    seat: Seat
    least: int
    most: int


class BadAction(Refusal, frozen=True, kw_only=True):
    """Not of the form of an action: unknown seat, verb or card, wrong number of words."""

    code: ClassVar[str] = "bad_action"
    rule: ClassVar[str] = "record"
    text: ClassVar[str] = "not an action of this game"


class WrongPhase(Refusal, frozen=True, kw_only=True):
    """The verb belongs to another phase."""

    code: ClassVar[str] = "wrong_phase"
    rule: ClassVar[str] = "Z2-Z7"
    text: ClassVar[str] = "not possible in the phase {phase}"
    worded: ClassVar[Mapping[str, Collection[str]]] = {
        "phase": ("deal", "betting", "splitting", "buy_in")
    }
    phase: str


class NotYourTurn(Refusal, frozen=True, kw_only=True):
    """Another seat is to speak."""

    code: ClassVar[str] = "not_your_turn"
    rule: ClassVar[str] = "Z3.1"
    text: ClassVar[str] = "{turn} is to speak"
    turn: Seat


class NotOffered(Refusal, frozen=True, kw_only=True):
    """No offer to buy in was made to this seat, or it has answered."""

    code: ClassVar[str] = "not_offered"
    rule: ClassVar[str] = "Z7.3"
    text: ClassVar[str] = "no buy-in is offered to this seat"


class NotInShowdown(Refusal, frozen=True, kw_only=True):
    """The seat is not live in this stage."""

    code: ClassVar[str] = "not_in_showdown"
    rule: ClassVar[str] = "Z5.1"
    text: ClassVar[str] = "the seat is not live in this stage"


class AlreadySplit(Refusal, frozen=True, kw_only=True):
    """The seat has split its hand."""

    code: ClassVar[str] = "already_split"
    rule: ClassVar[str] = "Z5.1"
    text: ClassVar[str] = "the hand has been split"


class CannotCheck(Refusal, frozen=True, kw_only=True):
    """Checking is not allowed at this table, or somebody has bet."""

    code: ClassVar[str] = "cannot_check"
    rule: ClassVar[str] = "Z3.2"
    text: ClassVar[str] = "a check is not open"


class AlreadyBet(Refusal, frozen=True, kw_only=True):
    """Somebody has bet in this stage; only a call, a raise, an all-in or a fold is open."""

    code: ClassVar[str] = "already_bet"
    rule: ClassVar[str] = "Z3.2"
    text: ClassVar[str] = "the highest bet is {highest} already"
    highest: int


class NothingToCall(Refusal, frozen=True, kw_only=True):
    """Nobody has bet in this stage."""

    code: ClassVar[str] = "nothing_to_call"
    rule: ClassVar[str] = "Z3.3"
    text: ClassVar[str] = "nobody has bet"


class NothingToRaise(Refusal, frozen=True, kw_only=True):
    """Nobody has bet in this stage."""

    code: ClassVar[str] = "nothing_to_raise"
    rule: ClassVar[str] = "Z3.3"
    text: ClassVar[str] = "nobody has bet"


class AllInOrFold(Refusal, frozen=True, kw_only=True):
    """Somebody went all-in: only all-in or fold is open."""

    code: ClassVar[str] = "all_in_or_fold"
    rule: ClassVar[str] = "Z3.4"
    text: ClassVar[str] = "after an all-in only all-in or fold is open"


class RaiseAfterAllIn(Refusal, frozen=True, kw_only=True):
    """Somebody went all-in: no raise is open."""

    code: ClassVar[str] = "raise_after_all_in"
    rule: ClassVar[str] = "Z3.4"
    text: ClassVar[str] = "after an all-in no raise is open"


class BadAmount(Refusal, frozen=True, kw_only=True):
    """The amount is not a positive number in decimal digits."""

    code: ClassVar[str] = "bad_amount"
    rule: ClassVar[str] = "Z1"
    text: ClassVar[str] = "the amount must be whole points above zero"


class OverCap(Refusal, frozen=True, kw_only=True):
    """More than the seat may still put in; refused, never clipped."""

    code: ClassVar[str] = "over_cap"
    rule: ClassVar[str] = "Z3.5"
    text: ClassVar[str] = "the seat may put in {remaining} more points at most"
    remaining: int


class BetTooSmall(Refusal, frozen=True, kw_only=True):
    """A bet below the ante that is not all-in."""

    code: ClassVar[str] = "bet_too_small"
    rule: ClassVar[str] = "Z3.2"
    text: ClassVar[str] = "the least bet is {least}"
    least: int


class RaiseTooSmall(Refusal, frozen=True, kw_only=True):
    """A raise below the least one."""

    code: ClassVar[str] = "raise_too_small"
    rule: ClassVar[str] = "Z3.3"
    text: ClassVar[str] = "the least raise is to {least}"
    least: int


class NotYourCards(Refusal, frozen=True, kw_only=True):
    """Not exactly the four cards dealt to the seat."""

    code: ClassVar[str] = "not_your_cards"
    rule: ClassVar[str] = "Z5.1"
    text: ClassVar[str] = "these are not exactly the four cards dealt"


class FrontAboveBack(Refusal, frozen=True, kw_only=True):
    """The front pile is stronger than the back."""

    code: ClassVar[str] = "front_above_back"
    rule: ClassVar[str] = "Z5.1"
    text: ClassVar[str] = "the front pile is above the back pile"


class BadDeal(Refusal, frozen=True, kw_only=True):
    """Not four fresh cards of the pack for a contestant without cards."""

    code: ClassVar[str] = "bad_deal"
    rule: ClassVar[str] = "Z2.2"
    text: ClassVar[str] = "not four fresh cards for a contestant without cards"


class WrongOrigin(Refusal, frozen=True, kw_only=True):
    """A decision of this kind is not made by this origin: house, player, clock or operator."""

    code: ClassVar[str] = "wrong_origin"
    rule: ClassVar[str] = "record"
    text: ClassVar[str] = "{origin} cannot make this decision"
    worded: ClassVar[Mapping[str, Collection[str]]] = {"origin": tuple(Origin)}
    origin: str
