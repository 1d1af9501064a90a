"""S3.7: returning cards 還牌: what may be given, and which of the two rules stand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands, refusals
from domain.shengji.events import CardsReceived, CardsReturned
from domain.shengji.hands import holds, is_point_card, without
from domain.shengji.ordering import Order, order_of
from domain.shengji.sides import SEATS
from domain.shengji.state import Hands, Returning


class Standing(IntEnum):
    """How many of the rules of a return stand, for a hand and a number of cards."""

    NEITHER = 0
    NO_POINTS = 1
    BOTH = 2


def owed(shown: Hands, winner: Seat) -> dict[Seat, int]:
    """Return how many cards every other seat gets back: as many as it showed itself."""
    return {seat: len(shown[seat]) for seat in SEATS if seat != winner and shown.get(seat)}


def standing(order: Order, hand: Sequence[Card], count: int) -> Standing:
    """Return which rules a return of so many cards must keep: a rule that nothing keeps falls."""
    giveable = [card for card in hand if not is_point_card(card)]
    if count <= sum(removable(order, hand).values()):
        return Standing.BOTH
    return Standing.NO_POINTS if count <= len(giveable) else Standing.NEITHER


def removable(order: Order, hand: Iterable[Card]) -> dict[str, int]:
    """Return how many cards without points can leave every effective suit and not empty it."""
    held, giveable = Counter[str](), Counter[str]()
    for card in hand:
        suit = order.suit[card]
        held[suit] += 1
        giveable[suit] += not is_point_card(card)
    return {suit: min(giveable[suit], count - 1) for suit, count in held.items()}


def give_back(state: Returning, command: commands.Return) -> CardsReturned | Refusal:
    """Give a seat as many cards as it showed, no points, and empty no suit, as far as can be."""
    hand, cards = state.hands[command.seat], command.cards
    if state.owed.get(command.to) != len(cards):
        return refusals.WrongReturn()
    if not holds(hand, cards):
        return refusals.NotYourCards()
    order = order_of(state.round.level, state.trump)
    refused = breach(order, hand, cards)
    return refused or CardsReturned(seat=command.seat, to=command.to, cards=cards)


def breach(order: Order, hand: Sequence[Card], cards: Sequence[Card]) -> Refusal | None:
    """Return why cards out of a hand must not be returned, None if they may."""
    rules = standing(order, hand, len(cards))
    if rules >= Standing.NO_POINTS and any(map(is_point_card, cards)):
        return refusals.PointCards()
    if rules is Standing.BOTH and emptied(order, hand, cards):
        return refusals.SuitEmptied()
    return None


def emptied(order: Order, hand: Iterable[Card], cards: Iterable[Card]) -> frozenset[str]:
    """Return the effective suits of a hand of which nothing is left without the cards."""
    held, kept = [*hand], without(hand, cards)
    return frozenset({order.suit[card] for card in held} - {order.suit[card] for card in kept})


def received(returned: CardsReturned) -> CardsReceived:
    """Return the same cards as the seat sees them that gets them (S9)."""
    return CardsReceived(seat=returned.to, giver=returned.seat, cards=returned.cards)
