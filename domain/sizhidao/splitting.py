"""Z5.1, Z5.6: splitting a hand 刁牌 into a front and a back pile."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from domain.cards.card import HIDDEN, Card
from domain.sizhidao.hands import is_quads, strength

# Z5.6: the places of a back pile in the dealt order, in the order the clock considers them, each
# followed by the places that are left for the front.
_PLACES: Final = (
    (0, 1, 2, 3),
    (0, 2, 1, 3),
    (0, 3, 1, 2),
    (1, 2, 0, 3),
    (1, 3, 0, 2),
    (2, 3, 0, 1),
)

Pile = tuple[Card, ...]
"""Two cards."""


class Piles(NamedTuple):
    """A split hand with the strength of each pile."""

    front: Pile
    back: Pile
    front_strength: int
    back_strength: int


@lru_cache(maxsize=256)  # a decision weighs the same piles up to three times
def piles_of(front: Pile, back: Pile) -> Piles:
    """Return the two piles of a hand weighed, quads counting for both (Z5.4).

    Those of a hand that is sealed weigh nothing: nobody decides a pot by them.
    """
    if HIDDEN in front:
        return Piles(front, back, 0, 0)
    quads = is_quads((*front, *back))
    return Piles(front, back, strength(front, of_quads=quads), strength(back, of_quads=quads))


def is_split_of(front: Sequence[Card], back: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Say whether the two piles are exactly the four cards of the hand."""
    return {*front, *back} == set(hand)  # four cards that are all different (Z2.2)


def autosplit(hand: Sequence[Card]) -> Piles:
    """Return the clock's split of a hand in dealt order: its strongest back, the first if equal."""
    splits = (_taken(hand, places) for places in _PLACES)
    return max(splits, key=lambda piles: piles.back_strength)  # max() keeps the first of equals


def legal_splits(hand: Sequence[Card]) -> tuple[Piles, ...]:
    """Return every legal split of a hand (Z5.1: front ≤ back), in the order of Z5.6."""
    splits = (_taken(hand, places) for places in _PLACES)
    return tuple(piles for piles in splits if piles.front_strength <= piles.back_strength)


def _taken(hand: Sequence[Card], places: tuple[int, int, int, int]) -> Piles:
    first, second, third, fourth = places
    return piles_of((hand[third], hand[fourth]), (hand[first], hand[second]))
