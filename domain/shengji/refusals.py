"""Why a command may be refused, in the order in which the rules check (docs/rules/shengji.md)."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.kernel.refusal import Refusal


class RoundOver(Refusal, frozen=True, kw_only=True):
    """The round has been settled or voided."""

    code: ClassVar[str] = "round_over"
    rule: ClassVar[str] = "S8"
    text: ClassVar[str] = "the round is over"


class RoundNotOpen(Refusal, frozen=True, kw_only=True):
    """Nothing can be done in a round that has not been opened."""

    code: ClassVar[str] = "round_not_open"
    rule: ClassVar[str] = "S1"
    text: ClassVar[str] = "the round has not been opened"


class RoundAlreadyOpen(Refusal, frozen=True, kw_only=True):
    """A round is opened once."""

    code: ClassVar[str] = "round_already_open"
    rule: ClassVar[str] = "S1"
    text: ClassVar[str] = "the round has been opened already"


class WrongSeatCount(Refusal, frozen=True, kw_only=True):
    """A round has four seats."""

    code: ClassVar[str] = "wrong_seat_count"
    rule: ClassVar[str] = "S1"
    text: ClassVar[str] = "{seats} seats, but four play"
    seats: int


class UnknownDealer(Refusal, frozen=True, kw_only=True):
    """The dealer is none of the seats."""

    code: ClassVar[str] = "unknown_dealer"
    rule: ClassVar[str] = "S4.1"
    text: ClassVar[str] = "the dealer is none of the seats"


class BadLevels(Refusal, frozen=True, kw_only=True):
    """A side has no level of the ladder, or the sides of a first round don't stand equal."""

    code: ClassVar[str] = "bad_levels"
    rule: ClassVar[str] = "S1.2"
    text: ClassVar[str] = "each side has a level of the ladder, in a first round the same"


class BadAction(Refusal, frozen=True, kw_only=True):
    """The action is not of the form of a record: an unknown verb, seat, card or suit, no cards."""

    code: ClassVar[str] = "bad_action"
    rule: ClassVar[str] = "record"
    text: ClassVar[str] = "this is no action of this game"


class WrongPhase(Refusal, frozen=True, kw_only=True):
    """The verb belongs to another phase than the round is in."""

    code: ClassVar[str] = "wrong_phase"
    rule: ClassVar[str] = "S3-S5"
    text: ClassVar[str] = "not now: the round is at {phase}"
    worded: ClassVar[Mapping[str, Collection[str]]] = {
        "phase": ("deal", "faceup", "contest", "trump", "return", "bury", "play")
    }
    phase: str


class NotYourTurn(Refusal, frozen=True, kw_only=True):
    """Another seat must act first."""

    code: ClassVar[str] = "not_your_turn"
    rule: ClassVar[str] = "S3-S6"
    text: ClassVar[str] = "it is the turn of {turn}"
    turn: str


class NotBiCards(Refusal, frozen=True, kw_only=True):
    """Something else than 比牌 cards was shown."""

    code: ClassVar[str] = "not_bi_cards"
    rule: ClassVar[str] = "S2.1"
    text: ClassVar[str] = "only ♠A, ♥5, ♦5, jokers and level cards are shown"


class WrongReturn(Refusal, frozen=True, kw_only=True):
    """The receiver is owed nothing, or another number of cards."""

    code: ClassVar[str] = "wrong_return"
    rule: ClassVar[str] = "S3.7"
    text: ClassVar[str] = "each other seat gets as many cards as it showed, once"


class NotYourCards(Refusal, frozen=True, kw_only=True):
    """The cards are not all in the seat's hand."""

    code: ClassVar[str] = "not_your_cards"
    rule: ClassVar[str] = "S3-S6"
    text: ClassVar[str] = "the cards are not all in the hand"


class WrongCount(Refusal, frozen=True, kw_only=True):
    """More or fewer cards than must be laid."""

    code: ClassVar[str] = "wrong_count"
    rule: ClassVar[str] = "S4.2, S6.1"
    text: ClassVar[str] = "{cards} cards, but it must be {expected}"
    cards: int
    expected: int


class NotAbove(Refusal, frozen=True, kw_only=True):
    """The pile's total does not rise above the other's."""

    code: ClassVar[str] = "not_above"
    rule: ClassVar[str] = "S3.3"
    text: ClassVar[str] = "a pile of {total} is not above {above}"
    total: int
    above: int


class PointCards(Refusal, frozen=True, kw_only=True):
    """A point card is returned though the number can be had without one."""

    code: ClassVar[str] = "point_cards"
    rule: ClassVar[str] = "S3.7"
    text: ClassVar[str] = "no 5, 10 or K is returned"


class SuitEmptied(Refusal, frozen=True, kw_only=True):
    """A return empties a suit though the number can be had without that."""

    code: ClassVar[str] = "suit_emptied"
    rule: ClassVar[str] = "S3.7"
    text: ClassVar[str] = "no suit that is held may be emptied"


class MixedSuits(Refusal, frozen=True, kw_only=True):
    """The cards of a lead are not of one effective suit."""

    code: ClassVar[str] = "mixed_suits"
    rule: ClassVar[str] = "S5"
    text: ClassVar[str] = "all cards of a lead belong to one suit"


class NotAPattern(Refusal, frozen=True, kw_only=True):
    """Three or more cards that are neither a pattern nor all that the seat holds of the suit."""

    code: ClassVar[str] = "not_a_pattern"
    rule: ClassVar[str] = "S5.5"
    text: ClassVar[str] = "this is no pair, tractor or bomb, and not the whole suit"


class MustFollowSuit(Refusal, frozen=True, kw_only=True):
    """The seat has more cards of the led suit than it plays."""

    code: ClassVar[str] = "must_follow_suit"
    rule: ClassVar[str] = "S6.1"
    text: ClassVar[str] = "{required} of the cards must be of the suit that was led"
    required: int


class BadDeal(Refusal, frozen=True, kw_only=True):
    """A deal of another number, given twice, with a fifth equal card, or a card not held."""

    code: ClassVar[str] = "bad_deal"
    rule: ClassVar[str] = "S1.1, S3.1"
    text: ClassVar[str] = "these cards cannot be dealt"
