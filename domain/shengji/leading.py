"""S5: what may be led, by the leader's own hand alone, and whether a throw holds."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.shengji import refusals
from domain.shengji.events import Pattern
from domain.shengji.hands import holds
from domain.shengji.ordering import Order
from domain.shengji.units import Unit, unit_of

SHORT_THROW: Final = 2
"""Cards in a 摔牌; a 甩牌 has more."""


class Lead(NamedTuple):
    """Cards of one effective suit that a seat may lead.

    They are a `unit`, or, without one, a throw that is to be judged by what the others hold.
    """

    cards: tuple[Card, ...]
    suit: str
    unit: Unit | None

    @property
    def pattern(self) -> Pattern:
        """What it is if it holds."""
        return self.unit.kind if self.unit is not None else Pattern.THROW


def lead(order: Order, hand: Sequence[Card], cards: tuple[Card, ...]) -> Lead | Refusal:
    """Return what cards of a hand are as a lead, or why they can't be led.

    Nothing but the hand is looked at: a refusal tells nothing of what others hold (S5.5).
    """
    if not holds(hand, cards):
        return refusals.NotYourCards()
    suit = order.suit_of_all(cards)
    if suit is None:
        return refusals.MixedSuits()
    unit = unit_of(order, cards)
    if unit is None and len(cards) > SHORT_THROW and order.number(hand, suit) != len(cards):
        return refusals.NotAPattern()
    return Lead(cards, suit, unit)


def throw_holds(order: Order, thrown: Lead, others: Iterable[Sequence[Card]]) -> bool:
    """S5.4: say whether a throw holds against the hands of all other seats.

    Of a 摔牌 nobody may hold a card above its lower one; of the suit of a 甩牌 nobody any card.
    """
    if len(thrown.cards) > SHORT_THROW:
        return not any(order.number(hand, thrown.suit) for hand in others)
    lower = min(order.power[card] for card in thrown.cards)
    above = {card for card in order.of_suit[thrown.suit] if order.power[card] > lower}
    return all(above.isdisjoint(hand) for hand in others)


def weakest(order: Order, cards: Iterable[Card]) -> Card:
    """S5.5: return the card that is led when a throw fails: the first named among equals."""
    return min(cards, key=order.power.__getitem__)
