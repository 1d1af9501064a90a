"""Every pattern there is, written out one by one; a play is looked up (S5.1 to S5.3).

Some seven hundred of them for a trump suit and a level: 54 singles, 54 pairs, 54 bombs, and for
each printed suit every row of neighbours, twice each (a tractor) and four times each (bombs).
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from tests.oracle.shengji.order import ALL, SUITS, places_of, suits_of, unraised


class Pattern(NamedTuple):
    kind: str
    cards: list[str]
    faces: frozenset[str]
    copies: int
    size: int
    suit: str
    top: int


def key(cards: list[str]) -> str:
    return " ".join(sorted(cards))


@cache
def patterns(trump: str, level: str) -> dict[str, Pattern]:
    """All patterns by their sorted cards."""
    rows = [[card] for card in ALL]
    for suit in SUITS:
        line = unraised(suit, trump, level)
        rows += [
            line[low:high] for high in range(len(line) + 1) for low in range(high) if high - low > 1
        ]
    suit_of, place = suits_of(trump, level), places_of(trump, level)
    told = {}
    for row in rows:
        times = [("pair" if len(row) == 1 else "tractor", 2), ("bomb", 4)]
        for kind, copies in times + [("single", 1)] * (len(row) == 1):
            cards = row * copies
            top = max(place[card] for card in row)
            told[key(cards)] = Pattern(
                kind, cards, frozenset(row), copies, len(cards), suit_of[row[0]], top
            )
    return told


@cache
def of_size(trump: str, level: str, size: int) -> list[Pattern]:
    return [pattern for pattern in patterns(trump, level).values() if pattern.size == size]


def contained(cards: list[str], trump: str, level: str, size: int = 0) -> list[Pattern]:
    """The patterns (of one size if that is told) whose cards are all among `cards`."""
    held = Counter(cards)
    often = {copies: {card for card in held if held[card] >= copies} for copies in (1, 2, 4)}
    among = of_size(trump, level, size) if size else patterns(trump, level).values()
    return [pattern for pattern in among if pattern.faces <= often[pattern.copies]]


def greatest(cards: list[str], trump: str, level: str) -> Pattern:
    """The component by which a throw is judged (rule S6.3)."""
    return max(contained(cards, trump, level), key=lambda p: (p.size, p.kind == "bomb", p.top))
