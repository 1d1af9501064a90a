"""Leads, throws, follows, winners and returns, part by part, as the second reading has them.

The cards come from small packs of few faces, so that every relation between plays is common.
"""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import following, leading, returning
from domain.shengji.events import Pattern
from domain.shengji.ordering import Order, order_of
from domain.shengji.state import Play
from domain.shengji.tricks import winner
from domain.shengji.units import greatest
from tests.oracle.shengji import patterns, returns, tricks
from tests.oracle.shengji.order import LADDERS, SUITS, TRUMP, places_of, suits_of, unraised
from tests.oracle.shengji.words import SEATS

Cards = list[str]
POSITIONS = 1500


def faces(cards: Cards) -> tuple[Card, ...]:
    return tuple(map(Card, cards))


def code(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


class Position:
    """A trump suit and level, and packs of four of a few faces: of one plain suit and of trump."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.level = self.chance.choice(LADDERS["2-K"])
        self.trump = self.chance.choice(SUITS)
        plain = self.chance.choice([suit for suit in SUITS if suit != self.trump])
        self.plain = self._neighbours(plain) * 4
        high = ["As", "5h", "BJ", f"3{self.trump}", *(self.level + suit for suit in SUITS)]
        self.trumps = [*self._neighbours(self.trump), *self.chance.sample(high, 2)] * 4
        self.order: Order = order_of(self.level, self.trump)

    def _neighbours(self, suit: str) -> Cards:
        line, many = unraised(suit, self.trump, self.level), self.chance.choice((3, 4, 5))
        low = self.chance.randrange(len(line) - many + 1)
        return line[low : low + many]

    def some(self, cards: Cards, count: int) -> Cards:
        """So many of the cards, often with equal ones among them."""
        if self.chance.random() < 0.5:
            few = self.chance.sample(sorted(set(cards)), min(len(set(cards)), count // 3 + 2))
            cards = [card for card in cards if card in few]
        return self.chance.sample(cards, min(count, len(cards)))


def hands_of(at: Position) -> list[Cards]:
    """Four hands, of which often only the first has many cards of the plain suit."""
    plain = at.chance.sample(at.plain, len(at.plain))
    first = plain[: at.chance.randint(1, 9)] + at.chance.sample(at.trumps, 2)
    left = at.chance.choice((0, 0, 1, 3, 6))
    others = (plain[9:][:left] + at.chance.sample(at.trumps, 12))[: at.chance.randint(3, 18)]
    return [first, *(others[place::3] for place in range(3))]


@pytest.mark.parametrize("first", range(0, POSITIONS, 500))
def test_s5_leads_and_throws(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + 500):
        at = Position(seed)
        hands = hands_of(at)
        suit = suits_of(at.trump, at.level)
        own = [card for card in hands[0] if suit[card] == suit[hands[0][0]]]
        tried = [at.chance.sample(own, count) for count in range(1, len(own) + 1)]
        tried += [pattern.cards for pattern in patterns.contained(own, at.trump, at.level)]
        for cards in [*tried, hands[0]]:
            wrong = tricks.wrong_lead(cards, hands[0], at.trump, at.level)
            told = leading.lead(at.order, faces(hands[0]), faces(cards))
            assert code(told) == wrong
            seen[wrong] += 1
            if isinstance(told, Refusal):
                continue
            others = [card for hand in hands[1:] for card in hand]
            led = tricks.led(cards, others, at.trump, at.level)
            if told.pattern is not Pattern.THROW:
                assert led.kind == told.pattern.value
            elif leading.throw_holds(at.order, told, map(faces, hands[1:])):
                assert led == tricks.Lead("throw", cards, [])
            else:
                assert led == tricks.Lead("single", [leading.weakest(at.order, told.cards)], cards)
            seen[led.kind] += 1
    assert all(seen[what] > 10 for what in ("not_a_pattern", "mixed_suits"))
    assert all(seen[kind] > 4 for kind in ("single", "pair", "tractor", "bomb", "throw"))


@pytest.mark.parametrize("first", range(0, POSITIONS, 500))
def test_s6_1_follows(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + 500):
        at = Position(seed)
        hand = at.some(at.plain + at.trumps, 9)
        lead = at.some(at.chance.choice((at.plain, at.trumps)), at.chance.randint(1, 5))
        for _ in range(4):
            count = at.chance.choice((len(lead), len(lead), len(lead), at.chance.randint(1, 6)))
            cards = at.chance.sample(hand, min(count, len(hand)))
            wrong = tricks.wrong_follow(cards, hand, lead, at.trump, at.level)
            refused = following.breach(at.order, faces(hand), faces(lead), faces(cards))
            assert code(refused) == wrong
            seen[wrong] += 1
    assert all(seen[what] > 50 for what in ("", "wrong_count", "must_follow_suit"))


def plays_of(at: Position) -> tuple[tricks.Lead, dict[str, Cards]]:
    """A lead of any pattern, or a throw, and three answers of as many cards."""
    suit = at.chance.choice((at.plain, at.plain, at.plain, at.trumps))
    found = patterns.contained(suit, at.trump, at.level)
    kind = at.chance.choice(sorted({pattern.kind for pattern in found}))
    chosen = at.chance.choice([pattern for pattern in found if pattern.kind == kind])
    lead = tricks.Lead(chosen.kind, chosen.cards, [])
    if at.chance.random() < 0.5:
        thrown = at.some(suit, at.chance.choice((2, 3, 4, 5, 6, 7, 8, 9)))
        if patterns.key(thrown) not in patterns.patterns(at.trump, at.level):
            lead = tricks.Lead("throw", thrown, [])
    plays = {"p1": lead.cards}
    for seat in SEATS[1:]:
        pack = at.chance.choice((suit, at.trumps, at.trumps, at.plain + at.trumps))
        plays[seat] = answer(at, pack, lead)
    return lead, plays


def answer(at: Position, pack: Cards, lead: tricks.Lead) -> Cards:
    """As many cards as were led, often with the same kind of component."""
    size = patterns.greatest(lead.cards, at.trump, at.level).size
    found = patterns.contained(pack, at.trump, at.level, size)
    taken = at.chance.choice(found).cards if found and at.chance.random() < 0.6 else []
    rest = returns.without(pack, taken)
    return taken + at.some(rest, len(rest))[: len(lead.cards) - len(taken)]


@pytest.mark.parametrize("first", range(0, 2 * POSITIONS, 500))
def test_s6_2_s6_3_winners(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + 500):
        at = Position(seed)
        lead, plays = plays_of(at)
        if any(len(cards) != len(lead.cards) for cards in plays.values()):
            continue
        best = tricks.winner(plays, lead, at.trump, at.level)
        made = [Play(seat=Seat(seat), cards=faces(cards)) for seat, cards in plays.items()]
        won = winner(at.order, Pattern(lead.kind), made)
        assert won.play.seat == best, f"{at.level}{at.trump} {lead} {plays}"
        seen[f"{won.why.value} {lead.kind}"] += 1
    assert all(seen[f"ruffed {kind}"] > 2 for kind in ("single", "pair", "tractor", "throw"))


@pytest.mark.parametrize("first", range(0, POSITIONS, 500))
def test_s6_3_the_greatest_component(first: int) -> None:
    for seed in range(first, first + 500):
        at = Position(seed)
        cards = at.some(at.chance.choice((at.plain, at.trumps)), at.chance.randint(1, 16))
        best = patterns.greatest(cards, at.trump, at.level)
        told = greatest(at.order, faces(cards))
        assert (told.kind.value, told.size) == (best.kind, best.size)
        place = places_of(at.trump, at.level)
        tops = {card for card in cards if at.order.power[Card(card)] == told.power}
        assert tops == {card for card in cards if place[card] == best.top}


def brute(hand: Cards, count: int, trump: str, level: str) -> tuple[bool, bool]:
    """Whether some choice has no points, and whether one of those also empties no suit."""
    pointless = [
        cards
        for cards in combinations(hand, count)
        if not any(returns.has_points(card) for card in cards)
    ]
    keeping = [c for c in pointless if not returns.empties(hand, [*c], trump, level)]
    return bool(pointless), bool(keeping)


@pytest.mark.parametrize("first", range(0, 600, 200))
def test_s3_7_returns_and_the_rules_that_fall(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + 200):
        at = Position(seed)
        others = [rank + suit for rank in "5TK79" for suit in SUITS]
        hand = at.some(at.plain[::3] + at.trumps[::3] + others, at.chance.randint(2, 9))
        count = at.chance.randint(1, min(5, len(hand)))
        some, keeping = brute(hand, count, at.trump, at.level)
        for cards in combinations(hand, count):
            wrong = returns.wrong_return(hand, [*cards], at.trump, at.level)
            assert code(returning.breach(at.order, faces(hand), faces([*cards]))) == wrong
            points = any(returns.has_points(card) for card in cards)
            empties = returns.empties(hand, [*cards], at.trump, at.level)
            assert wrong == (
                "point_cards" if some and points else "suit_emptied" if keeping and empties else ""
            )
            seen[f"{wrong}{some}{keeping}"] += 1
    assert set(seen) >= {"FalseFalse", "TrueFalse", "TrueTrue", "point_cardsTrueFalse"}
    assert seen["suit_emptiedTrueTrue"] > 50


def test_s2_the_order_of_all_cards_under_every_level_and_trump_suit() -> None:
    for level in "246789TJQK":
        for trump in SUITS:
            order, place = order_of(level, trump), places_of(trump, level)
            assert {str(card): suit for card, suit in order.suit.items()} == suits_of(trump, level)
            for suit in (*SUITS, TRUMP):
                cards = [card for card in place if order.suit[Card(card)] == suit]
                powers = sorted({order.power[Card(card)] for card in cards})
                assert all(powers.index(order.power[Card(c)]) == place[c] for c in cards)
