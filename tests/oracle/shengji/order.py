"""The order of the cards as written-out lines, lowest first (rules S2)."""

from functools import cache

SUITS = "shdc"
RANKS = "23456789TJQKA"
ALL = [*(rank + suit for rank in RANKS for suit in SUITS), "SJ", "BJ"]
LADDERS = {"2-K": "246789TJQK", "9-J": "9TJ"}
COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}
TRUMP = "trump"

Line = list[list[str]]


def points_of(cards: list[str]) -> int:
    """What the cards count in tricks (rule S1.3)."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards if card not in JOKERS)


def contest_points_of(cards: list[str], level: str) -> int:
    """What the cards count in the contest (rule S2.1)."""
    return sum(_contest_points(card, level) for card in cards)


JOKERS = ("BJ", "SJ")


def _contest_points(card: str, level: str) -> int:
    fixed = {"As": 6, "5h": 5, "5d": 4, "BJ": 3, "SJ": 2}
    return fixed.get(card, 1 if card[0] == level else 0)


def raised(trump: str, level: str) -> Line:
    """The raised cards in their order, equal ones together."""
    return [
        *([level + suit for suit in SUITS if suit != trump], [level + trump]),
        *(["3" + COLOUR[trump]], ["3" + trump]),
        *(["SJ"], ["BJ"], ["5d"], ["5h"], ["As"]),
    ]


def unraised(suit: str, trump: str, level: str) -> list[str]:
    """The cards left in one printed suit, in their order (rule S2.3; of T the end of S2.2)."""
    gone = [card for equals in raised(trump, level) for card in equals]
    return [rank + suit for rank in RANKS if rank + suit not in gone]


@cache
def suits_of(trump: str, level: str) -> dict[str, str]:
    """The effective suit of every card: `trump` or a letter."""
    told = dict.fromkeys(ALL, TRUMP)
    for suit in SUITS:
        if suit != trump:
            told |= dict.fromkeys(unraised(suit, trump, level), suit)
    return told


@cache
def places_of(trump: str, level: str) -> dict[str, int]:
    """The place of every card in the line of its effective suit; equal cards, equal places."""
    trumps: Line = [[card] for card in unraised(trump, trump, level)]
    lines = [trumps + raised(trump, level)]
    lines += [[[card] for card in unraised(suit, trump, level)] for suit in SUITS if suit != trump]
    return {card: place for line in lines for place, equals in enumerate(line) for card in equals}
