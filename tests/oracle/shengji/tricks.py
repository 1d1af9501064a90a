"""Leads, follows and who wins a trick, by definition (rules S5 and S6)."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.oracle.shengji.order import TRUMP, places_of, suits_of
from tests.oracle.shengji.patterns import Pattern, contained, greatest, key, patterns

Cards = list[str]


class Lead(NamedTuple):
    """What is led after all: `attempt` is the throw that failed, if one did."""

    kind: str
    cards: Cards
    attempt: Cards


def wrong_lead(cards: Cards, hand: Cards, trump: str, level: str) -> str:
    """Why `cards` may not be led from `hand`, or "" if they may (rule S5)."""
    suit = suits_of(trump, level)
    if len({suit[card] for card in cards}) > 1:
        return "mixed_suits"
    whole = [card for card in hand if suit[card] == suit[cards[0]]]
    if key(cards) in patterns(trump, level) or len(cards) == 2 or key(cards) == key(whole):
        return ""
    return "not_a_pattern"


def led(cards: Cards, others: Cards, trump: str, level: str) -> Lead:
    """The lead that a legal play makes; `others` are the cards of the three other hands."""
    if known := patterns(trump, level).get(key(cards)):
        return Lead(known.kind, cards, [])
    suit, place = suits_of(trump, level), places_of(trump, level)
    weakest = min(cards, key=lambda card: place[card])
    against = [card for card in others if suit[card] == suit[cards[0]]]
    if len(cards) == 2:
        against = [card for card in against if place[card] > place[weakest]]
    return Lead("single", [weakest], cards) if against else Lead("throw", cards, [])


def wrong_follow(cards: Cards, hand: Cards, lead: Cards, trump: str, level: str) -> str:
    """Why `cards` may not be played to `lead`, or "" if they may (rule S6.1)."""
    if len(cards) != len(lead):
        return "wrong_count"
    suit = suits_of(trump, level)
    own = [card for card in hand if suit[card] == suit[lead[0]]]
    given = [card for card in cards if suit[card] == suit[lead[0]]]
    return "" if len(given) == min(len(own), len(lead)) else "must_follow_suit"


Strength = tuple[bool, bool, int]


def strength(cards: Cards, lead: Lead, trump: str, level: str) -> Strength | None:
    """What a play to `lead` is worth: (all trump, bomb, place); None if it can never beat.

    The lead itself is not asked about.
    """
    suit = suits_of(trump, level)
    asked = _asked(lead, trump, level)
    if lead.kind == "throw":
        if suit[lead.cards[0]] == TRUMP or {suit[card] for card in cards} != {TRUMP}:
            return None
        offered = contained(cards, trump, level, asked.size)
    else:
        whole = patterns(trump, level).get(key(cards))
        offered = [whole] if whole and whole.suit in {TRUMP, asked.suit} else []
    good = [_worth(pattern) for pattern in offered if _answers(pattern, asked)]
    return max(good, default=None)


def _asked(lead: Lead, trump: str, level: str) -> Pattern:
    """The pattern, or the greatest component of the throw, that others must beat."""
    if lead.kind == "throw":
        return greatest(lead.cards, trump, level)
    return patterns(trump, level)[key(lead.cards)]


def _worth(pattern: Pattern) -> Strength:
    return pattern.suit == TRUMP, pattern.kind == "bomb", pattern.top


def _answers(pattern: Pattern, asked: Pattern) -> bool:
    """Same kind and size, or a bomb for a tractor of its size (rules S6.2, S6.3)."""
    if pattern.size != asked.size:
        return False
    return pattern.kind == asked.kind or (pattern.kind, asked.kind) == ("bomb", "tractor")


def winner(plays: Mapping[str, Cards], lead: Lead, trump: str, level: str) -> str:
    """Who wins a trick of `plays`, which stand in the order of play, the lead first."""
    best, *later = plays
    highest = _worth(_asked(lead, trump, level))
    for seat in later:
        worth = strength(plays[seat], lead, trump, level)
        if worth and worth > highest:
            best, highest = seat, worth
    return best
