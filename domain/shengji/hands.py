"""Cards as they are held: what a hand has, and what is left of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from domain.cards.card import CARDS, HIDDEN, Card

HAND: Final = 52
"""Cards in a hand (S1.1)."""

KITTY: Final = 8
"""Cards in the kitty (S1.1)."""

PACKS: Final = 4
"""Equal cards there are of every face (S1.1)."""

_POINTS: Final = {"5": 5, "T": 10, "K": 10}
_COUNTS: Final = {card: _POINTS.get(card[0], 0) for card in CARDS}


def points_of(cards: Iterable[Card]) -> int:
    """S1.3: return the points that cards count: a 5 five, a 10 and a K ten."""
    return sum(map(_COUNTS.__getitem__, cards))


def is_point_card(card: Card) -> bool:
    """Say whether a card counts points, which a return must not hold (S3.7)."""
    return card[0] in _POINTS


def holds(hand: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Say whether a hand has all of these cards, each as often as it is named."""
    if len(cards) == 1:
        return cards[0] in hand
    if len(cards) <= PACKS:
        return all(hand.count(card) >= cards.count(card) for card in cards)
    held = Counter(hand)
    return all(held[card] >= count for card, count in Counter(cards).items())


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand after cards have left it, in its order. It must hold them (`holds`).

    Of a hand that is sealed nobody knows which have left it, only how many.
    """
    left, gone = [*hand], [*cards]
    if left[:1] == [HIDDEN]:
        return tuple(left[: len(left) - len(gone)])
    for card in gone:
        left.remove(card)
    return tuple(left)
