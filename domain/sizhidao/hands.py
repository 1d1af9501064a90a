"""Z5.2–Z5.5: the strength of a pile of two cards."""

from collections.abc import Sequence
from typing import Final

from domain.cards.card import Card
from domain.kernel.text import Text, text

# Strengths are one scale of integers: points count in halves (0 … 19 for 0 … 9½), then luosuo,
# then the pairs, then the piles of four equal cards.
_HALVES: Final = {rank: 2 * value for value, rank in enumerate("A23456789", start=1)}
_HALVES.update({"T": 0, "J": 1, "Q": 1, "K": 1})
_FACES: Final = frozenset("JQK")
_PAIRS: Final = "23456789TJQKA"

LUOSUO: Final = 20
LOWEST_PAIR: Final = 21
LOWEST_QUADS: Final = LOWEST_PAIR + len(_PAIRS)
HIGHEST: Final = LOWEST_QUADS + len(_PAIRS) - 1


def _strength(first: str, second: str) -> int:
    if first == second:
        return LOWEST_PAIR + _PAIRS.index(first)
    if first in _FACES and second in _FACES:
        return LUOSUO
    return (_HALVES[first] + _HALVES[second]) % LUOSUO


# By the two ranks of a pile, which are the first letters of its cards.
_STRENGTHS: Final = {
    first + second: _strength(first, second) for first in _PAIRS for second in _PAIRS
}
_OF_QUADS: Final = {rank + rank: LOWEST_QUADS + place for place, rank in enumerate(_PAIRS)}


def strength(pile: Sequence[Card], *, of_quads: bool = False) -> int:
    """Return the strength of a pile of two cards; more beats less, equals are equal (Z5.3, Z5.5).

    With `of_quads` the pile is half of a hand of four equal cards 四支刀, above every pair (Z5.4).
    """
    first, second = pile
    weighed = _OF_QUADS if of_quads else _STRENGTHS
    return weighed[first[0] + second[0]]


def is_quads(hand: Sequence[Card]) -> bool:
    """Say whether four cards are of one rank (Z5.4)."""
    first, second, third, fourth = hand
    return first[0] == second[0] == third[0] == fourth[0]


def name_of_strength(value: int) -> Text:
    """Return the words for a strength: `7½`, `luosuo`, `pair of K`, `quads of 9`."""
    if value >= LOWEST_QUADS:
        return text("quads of {rank}", rank=_spoken(_PAIRS[value - LOWEST_QUADS]))
    if value >= LOWEST_PAIR:
        return text("pair of {rank}", rank=_spoken(_PAIRS[value - LOWEST_PAIR]))
    if value == LUOSUO:
        return text("luosuo")
    whole, half = divmod(value, 2)
    if not half:
        return text("{pips}", pips=whole)
    return text("{pips}½", pips=whole) if whole else text("½")


def _spoken(rank: str) -> str:
    return "10" if rank == "T" else rank
