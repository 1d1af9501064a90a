"""Which cards may be returned (rule S3.7), tried card by card."""

from collections import Counter

from tests.oracle.shengji.order import JOKERS, suits_of


def has_points(card: str) -> bool:
    return card not in JOKERS and card[0] in "5TK"


def without(hand: list[str], cards: list[str]) -> list[str]:
    """`hand` after `cards` have left it, which must all be in it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def empties(hand: list[str], cards: list[str], trump: str, level: str) -> bool:
    """Whether giving `cards` away leaves `hand` without a suit that it held."""
    suit = suits_of(trump, level)
    before, after = ({suit[c] for c in h} for h in (hand, without(hand, cards)))
    return before != after


def most(hand: list[str], trump: str, level: str) -> list[str]:
    """As many cards as can be given under both rules, taken as long as one more can be."""
    given: list[str] = []
    for card in hand:
        if not has_points(card) and not empties(hand, [*given, card], trump, level):
            given.append(card)
    return given


def wrong_return(hand: list[str], cards: list[str], trump: str, level: str) -> str:
    """Why `cards` may not be returned from `hand`, or "" if they may."""
    pointless = [card for card in hand if not has_points(card)]
    if len(pointless) < len(cards):
        return ""
    if any(has_points(card) for card in cards):
        return "point_cards"
    if len(most(hand, trump, level)) < len(cards):
        return ""
    return "suit_emptied" if empties(hand, cards, trump, level) else ""


def holds(hand: list[str], cards: list[str]) -> bool:
    return not Counter(cards) - Counter(hand)
