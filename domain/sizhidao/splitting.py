"""Z5.1, Z5.6: splitting a hand 刁牌 into a front and a back pile."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.cards.card import Card
from domain.sizhidao.hands import is_quads, strength

# Z5.6: the back piles the clock considers, as places in the dealt order, each with the rest.
_BACKS: Final = (
    ((0, 1), (2, 3)),
    ((0, 2), (1, 3)),
    ((0, 3), (1, 2)),
    ((1, 2), (0, 3)),
    ((1, 3), (0, 2)),
    ((2, 3), (0, 1)),
)


class Piles(NamedTuple):
    """A split hand with the strength of each pile."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    front_strength: int
    back_strength: int


def piles_of(front: Sequence[Card], back: Sequence[Card]) -> Piles:
    """Return the two piles of a hand weighed, quads counting for both (Z5.4)."""
    quads = is_quads((*front, *back))
    return Piles(
        tuple(front),
        tuple(back),
        strength(front, of_quads=quads),
        strength(back, of_quads=quads),
    )


def is_split_of(front: Sequence[Card], back: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Say whether the two piles are exactly the four cards of the hand."""
    return sorted((*front, *back)) == sorted(hand)


def autosplit(hand: Sequence[Card]) -> Piles:
    """Return the clock's split of a hand in dealt order: the strongest back, the first of equals."""
    candidates = [
        piles_of([hand[place] for place in front], [hand[place] for place in back])
        for back, front in _BACKS
    ]
    return max(candidates, key=lambda piles: piles.back_strength)  # max() keeps the first of equals


def legal_splits(hand: Sequence[Card]) -> tuple[Piles, ...]:
    """Return every legal split of a hand (Z5.1: front ≤ back), in the order of Z5.6."""
    every = (
        piles_of([hand[place] for place in front], [hand[place] for place in back])
        for back, front in _BACKS
    )
    return tuple(piles for piles in every if piles.front_strength <= piles.back_strength)
