"""S3.8: what the clock does for a seat that is late."""

from collections.abc import Sequence
from typing import Final

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.commands import Command
from domain.shengji.contesting import worth
from domain.shengji.following import required
from domain.shengji.hands import KITTY, is_point_card, without
from domain.shengji.ordering import SUITS_FROM_THE_LOWEST, Order, order_of
from domain.shengji.returning import Standing, removable, standing
from domain.shengji.sides import SEATS
from domain.shengji.state import Burying, CallingTrump, Contesting, Playing, Returning
from domain.shengji.waiting import Asking


def late_command(state: Asking, seat: Seat) -> Command:
    """Return what the clock asks for a seat that the open turn still waits for.

    It passes; names the longest suit; returns and buries the lowest cards; leads the lowest single,
    and follows with the lowest cards that it must.
    """
    match state:
        case Contesting():
            return commands.Pass(seat=seat)
        case CallingTrump():
            return commands.CallTrump(seat=seat, suit=longest_suit(state, seat))
        case Returning():
            return _return(state, seat)
        case Burying():
            lowest = _order(state).from_the_lowest(state.hands[seat])[:KITTY]
            return commands.Bury(seat=seat, cards=tuple(lowest))
        case Playing():
            return commands.Play(seat=seat, cards=_play(state, seat))


def longest_suit(state: CallingTrump, seat: Seat) -> str:
    """Return the printed suit of which the hand has most unraised cards; of equals the first.

    Before a trump suit is named no 3 is an adviser: what is raised are the 比牌 cards.
    """
    level = state.round.level
    counts = dict.fromkeys(_SUITS, 0)
    for card in state.hands[seat]:
        if not worth(card, level):
            counts[card[1]] += 1
    return max(_SUITS, key=counts.__getitem__)  # max() keeps the first of equals


_SUITS: Final = SUITS_FROM_THE_LOWEST


def _order(state: Returning | Burying | Playing) -> Order:
    return order_of(state.round.level, state.trump)


def _return(state: Returning, seat: Seat) -> Command:
    to = next(other for other in SEATS if other in state.owed)
    cards = lowest_return(_order(state), state.hands[seat], state.owed[to])
    return commands.Return(seat=seat, to=to, cards=cards)


def lowest_return(order: Order, hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Return so many cards of a hand, one by one the lowest that the rules that stand allow."""
    rules, left = standing(order, hand, count), removable(order, hand)
    chosen: list[Card] = []
    for card in order.from_the_lowest(hand):
        suit = order.suit[card]
        free = rules is not Standing.BOTH or left[suit] > 0
        if len(chosen) < count and free and (rules is Standing.NEITHER or not is_point_card(card)):
            chosen.append(card)
            left[suit] -= 1
    return tuple(chosen)


def _play(state: Playing, seat: Seat) -> tuple[Card, ...]:
    order, hand = _order(state), state.hands[seat]
    lowest = order.from_the_lowest(hand)
    if not state.plays:
        return (lowest[0],)
    led = state.plays[0].cards
    suit = order.suit[led[0]]
    must = required(order, hand, suit, len(led))
    following = [card for card in lowest if order.suit[card] == suit][:must]
    return (*following, *without(lowest, following)[: len(led) - must])
