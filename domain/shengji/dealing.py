"""S1.1, S3.1: what may be dealt and turned up."""

from collections import Counter
from collections.abc import Iterable

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.shengji import commands, refusals
from domain.shengji.events import CardsDealt, CardTurnedUp, KittyDealt
from domain.shengji.hands import HAND, KITTY, PACKS
from domain.shengji.sides import SEATS
from domain.shengji.state import Dealing, TurningUp


def deal(state: Dealing, command: commands.Deal) -> CardsDealt | Refusal:
    """Give a seat its 52 cards, once."""
    fits = command.seat not in state.hands and len(command.cards) == HAND
    if not fits or _is_fifth_dealt(state, command.cards):
        return refusals.BadDeal()
    return CardsDealt(seat=command.seat, cards=command.cards)


def deal_kitty(state: Dealing, command: commands.DealKitty) -> KittyDealt | Refusal:
    """Lay 8 cards apart, once."""
    fits = not state.kitty and len(command.cards) == KITTY
    if not fits or _is_fifth_dealt(state, command.cards):
        return refusals.BadDeal()
    return KittyDealt(cards=command.cards)


def _is_fifth_dealt(state: Dealing, cards: Iterable[Card]) -> bool:
    """Say whether these cards complete the deal, and there are five equal ones in it then."""
    dealt = [*cards, *state.kitty, *(card for hand in state.hands.values() for card in hand)]
    whole = len(dealt) == HAND * len(SEATS) + KITTY
    return whole and max(Counter(dealt).values()) > PACKS


def turn_up(state: TurningUp, command: commands.TurnUp) -> CardTurnedUp | Refusal:
    """Turn up a card that the seat was dealt."""
    if command.card not in state.hands[command.seat]:
        return refusals.BadDeal()
    return CardTurnedUp(seat=command.seat, card=command.card)
