"""S6.1: what a seat that follows owes, by its own hand alone."""

from collections.abc import Sequence

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.shengji import refusals
from domain.shengji.hands import holds
from domain.shengji.ordering import Order


def required(order: Order, hand: Sequence[Card], suit: str, count: int) -> int:
    """Return how many cards of the led suit a seat must play to a lead of so many cards."""
    return min(count, order.number(hand, suit))


def breach(
    order: Order, hand: Sequence[Card], led: Sequence[Card], cards: Sequence[Card]
) -> Refusal | None:
    """Return why a seat with this hand must not follow with the cards, None if it may."""
    if not holds(hand, cards):
        return refusals.NotYourCards()
    if len(cards) != len(led):
        return refusals.WrongCount(cards=len(cards), expected=len(led))
    suit = order.suit[led[0]]
    followed = order.number(cards, suit)
    if followed == len(led):
        return None
    must = required(order, hand, suit, len(led))
    return refusals.MustFollowSuit(required=must) if followed < must else None
