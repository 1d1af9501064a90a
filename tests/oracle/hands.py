"""The order of two-card piles as a written-out table, weakest line first (rules Z5.2 to Z5.4)."""

from itertools import combinations

Four = list[str]
Split = tuple[list[str], list[str]]

# Two ranks on one line are piles of equal strength. Every pair of ranks stands here exactly once.
_LINES = """
    A9 28 37 46
    TJ TQ TK
    TA 29 38 47 56
    AJ AQ AK
    T2 39 48 57
    2J 2Q 2K
    T3 A2 49 58 67
    3J 3Q 3K
    T4 A3 59 68
    4J 4Q 4K
    T5 A4 23 69 78
    5J 5Q 5K
    T6 A5 24 79
    6J 6Q 6K
    T7 A6 25 34 89
    7J 7Q 7K
    T8 A7 26 35
    8J 8Q 8K
    T9 A8 27 36 45
    9J 9Q 9K
    JQ JK QK
    22
    33
    44
    55
    66
    77
    88
    99
    TT
    JJ
    QQ
    KK
    AA
"""
_PLACE = {
    "".join(sorted(piles)): place
    for place, line in enumerate(_LINES.split("\n"))
    for piles in line.split()
}
_QUADS_UP = "23456789TJQKA"


def is_quads(cards: Four) -> bool:
    return len({card[0] for card in cards}) == 1


def strength(pile: list[str], hand: Four) -> int:
    """Place of one pile of `hand` in the order of all piles; equal piles have equal places."""
    if is_quads(hand):
        return 1000 + _QUADS_UP.index(hand[0][0])
    return _PLACE["".join(sorted(card[0] for card in pile))]


def all_splits(hand: Four) -> list[Split]:
    """The six ways to choose a back pile, in the order of rule Z5.6, as (front, back)."""
    return [
        ([card for card in hand if card not in back], list(back)) for back in combinations(hand, 2)
    ]


def clock_split(hand: Four) -> Split:
    """The strongest back pile, the first in dealt order among equals (rule Z5.6)."""
    best = max(strength(back, hand) for _, back in all_splits(hand))
    return next(split for split in all_splits(hand) if strength(split[1], hand) == best)


def is_legal(split: Split, hand: Four) -> bool:
    return strength(split[0], hand) <= strength(split[1], hand)


def beats(mine: Split, my_hand: Four, yours: Split, your_hand: Four) -> bool:
    """Rule Z6.1: nowhere weaker, somewhere stronger."""
    pairs = [(strength(mine[pile], my_hand), strength(yours[pile], your_hand)) for pile in (0, 1)]
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)
