"""S1.1, S3.1: from a deck to hands, kitty and face-up card."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from domain.cards.card import Card
from domain.kernel.seats import Seat, counter_clockwise
from domain.shengji.hands import HAND
from domain.shengji.sides import NEXT, SEATS

DEALT: Final = HAND * len(SEATS)
"""Cards that are dealt to seats, from the top of the deck; the others are the kitty."""

Thing = TypeVar("Thing")


class Dealt(NamedTuple, Generic[Thing]):
    """What a deck gives every seat, in the order in which it comes, and the kitty."""

    hands: Mapping[Seat, tuple[Thing, ...]]
    kitty: tuple[Thing, ...]


def deal_from(deck: Sequence[Thing], dealer: Seat | None) -> Dealt[Thing]:
    """S1.1: deal a deck of 216 one card at a time, the first to the seat after the dealer.

    In a first round, without a dealer, the first goes to p1.
    """
    order, turns = _order(dealer), len(SEATS)
    hands = {seat: tuple(deck[turn:DEALT:turns]) for turn, seat in enumerate(order)}
    return Dealt({seat: hands[seat] for seat in SEATS}, tuple(deck[DEALT:]))


def face_up(hands: Mapping[Seat, Sequence[Card]], place: int) -> tuple[Seat, Card]:
    """S3.1: return whose card is turned up in a first round, and which.

    It is the one dealt at a place from the top of the deck, 0 to `DEALT` - 1.
    """
    number, turn = divmod(place, len(SEATS))
    seat = _order(None)[turn]
    return seat, hands[seat][number]


def _order(dealer: Seat | None) -> tuple[Seat, ...]:
    first = SEATS[0] if dealer is None else NEXT[dealer]
    return tuple(counter_clockwise(SEATS, first))
