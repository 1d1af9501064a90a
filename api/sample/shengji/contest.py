"""What a bot does before cards are played: contest, trump, returns, kitty."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from domain.cards.card import SUITS, Card
from domain.shengji.contesting import worth
from domain.shengji.hands import KITTY, is_point_card
from domain.shengji.ordering import TRUMP, Order, order_of

Cards = tuple[Card, ...]

_BOLD: Final = 0.35
"""How often a bot goes on that has no more than is needed."""
_BOLDER: Final = 0.06
"""How much more often for each point that it has above that."""
_CARELESS: Final = 0.2
"""How often a dealer buries points too."""
_HIGH: Final = "AK"


def shown(cards: Sequence[Card], least: int, level: str, chance: Random) -> Cards:
    """Return which contest cards to show, worth `least` together or more; none is a pass (S3.3).

    It shows small cards first, and no card that is not needed.
    """
    rest = sum(worth(card, level) for card in cards) - least
    if rest < 0 or chance.random() > _BOLD + _BOLDER * rest:
        return ()
    chosen, total = list[Card](), 0
    for card in sorted(cards, key=lambda card: worth(card, level)):
        chosen.append(card)
        total += worth(card, level)
        if total >= least:
            break
    for card in chosen[:-1]:
        if total - worth(card, level) >= least:
            chosen.remove(card)
            total -= worth(card, level)
    return tuple(chosen)


def trump(hand: Sequence[Card], level: str) -> str:
    """Return the suit to call: that which gives most trumps, those in pairs twice (S3.6)."""
    return max(SUITS, key=lambda suit: _strength(hand, order_of(level, suit)))


def _strength(hand: Sequence[Card], order: Order) -> int:
    own = Counter(card for card in hand if order.suit[card] == TRUMP)
    return sum(count + count // 2 * 2 for count in own.values())


def returned(order: Order, count: int, cards: Sequence[Card], most: Mapping[str, int]) -> Cards:
    """Return what to give back: the lowest that may go, pairs last (S3.7).

    `cards` are those to choose from, `most` says how many of each effective suit may go.
    """
    copies, left, given = Counter(cards), dict(most), list[Card]()
    plain_first = order.from_the_lowest(cards)
    for card in sorted(plain_first, key=lambda card: copies[card] > 1):
        if len(given) < count and left[order.suit[card]] > 0:
            left[order.suit[card]] -= 1
            given.append(card)
    return tuple(given)


def buried(order: Order, hand: Sequence[Card], chance: Random) -> Cards:
    """Return what to bury: short plain suits away, points, pairs and high cards kept (S4.2)."""
    copies = Counter(hand)
    numbers = Counter(order.suit[card] for card in hand)
    careless = chance.random() < _CARELESS

    def dear(card: Card) -> tuple[bool, bool, bool, int, int]:
        return (
            order.suit[card] == TRUMP,
            is_point_card(card) and not careless,
            card[0] in _HIGH or copies[card] > 1,
            numbers[order.suit[card]],
            order.power[card],
        )

    return tuple(sorted(hand, key=dear)[:KITTY])
