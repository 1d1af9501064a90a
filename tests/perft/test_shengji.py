"""Whole sets of patterns, leads, follows and contests of 比牌升級, counted and pinned.

Every number is reached twice: by the product, and by the second reading in tests/oracle/shengji.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb

import msgspec
import pytest

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.read import document_of
from domain.paipu.run import run
from domain.shengji import following, leading
from domain.shengji.commands import Pass, Show
from domain.shengji.decider import SHENGJI
from domain.shengji.events import ContestWon, Pattern
from domain.shengji.ordering import order_of
from domain.shengji.state import Contesting, Play
from domain.shengji.tricks import winner
from domain.shengji.units import unit_of
from tests.oracle.shengji import patterns, tricks
from tests.oracle.shengji.contest import Contest, Question, Script
from tests.oracle.shengji.order import ALL, RANKS, SUITS
from tests.oracle.shengji.words import SEATS
from tests.oracle.words import Action

Cards = list[str]


def faces(cards: Cards) -> tuple[Card, ...]:
    return tuple(map(Card, cards))


def choices(hand: Cards) -> Iterator[Cards]:
    """Every sub-multiset of a hand but the empty one, each once."""
    held = Counter(hand)
    for counts in product(*(range(times + 1) for times in held.values())):
        if any(counts):
            yield [card for card, times in zip(held, counts, strict=True) for _ in range(times)]


# Level and trump suit, and how many cards each printed suit has unraised (S2.3).
UNRAISED = {
    "2h": {"s": 11, "h": 10, "d": 10, "c": 12},
    "7h": {"s": 11, "h": 10, "d": 10, "c": 12},
    "7s": {"s": 10, "h": 11, "d": 11, "c": 11},
    "Kc": {"s": 10, "h": 11, "d": 11, "c": 11},
    "Jd": {"s": 11, "h": 10, "d": 10, "c": 12},
}


@pytest.mark.parametrize("asked", UNRAISED)
def test_s5_2_s5_3_all_runs_of_all_suits(asked: str) -> None:
    level, trump = asked[0], asked[1]
    order, known = order_of(level, trump), patterns.patterns(trump, level)
    for suit, copies in product(SUITS, (2, 4)):
        found = 0
        for ranks in (ranks for many in range(2, 14) for ranks in combinations(RANKS, many)):
            cards = [rank + suit for rank in ranks for _ in range(copies)]
            of_one_suit = order.suit_of_all(faces(cards)) is not None
            unit = unit_of(order, faces(cards)) if of_one_suit else None
            assert (unit is not None) == (patterns.key(cards) in known)
            found += unit is not None
        # A line of n cards has n (n - 1) / 2 runs of two or more.
        assert found == comb(UNRAISED[asked][suit], 2)


# A level, a trump suit and a hand; how many leads it has of each pattern (`throw`: attempts) …
LEADS: dict[str, tuple[str, Counter[str]]] = {
    "2s": (
        "4h 4h 6h 6h 6h 8h 8h As 7c 7c 7d 7d 6c 6c 8c 8c 9c 3s 3s",
        Counter({"pair": 8, "single": 10, "throw": 13, "tractor": 4}),
    ),
    "7h": (
        "4h 4h 6h 6h 6h 6h 8h 8h 8h 8h As 7c 7c 7h 2d 2d 4d 4d 6d 6s 8s",
        Counter({"bomb": 3, "pair": 6, "single": 11, "throw": 21, "tractor": 4}),
    ),
    "Kc": (
        "Qc Qc Ac Ac Ac Ac BJ BJ SJ Kd Kd Kd Kd Ks Ks 3s 3c 3c Th Th",
        Counter({"bomb": 2, "pair": 7, "single": 9, "throw": 29, "tractor": 1}),
    ),
}
# … and for some leads, how many plays may follow from it, and how many of them beat the lead.
FOLLOWS: dict[str, dict[str, tuple[int, int]]] = {
    "2s": {"5h": (2, 1), "5h 5h": (2, 0), "Tc Tc": (9, 0), "4d 4d 6d 6d": (43, 0), "Ks": (2, 2)},
    "7h": {"Qd": (3, 0), "Tc Tc": (61, 4), "8c 8c 9c 9c": (637, 4), "2h 2h 4h 4h": (73, 4)},
    "Kc": {"Ad": (9, 8), "Jd Jd": (43, 6), "5s 5s 6s 6s": (361, 3), "Tc Tc Tc Tc": (227, 2)},
}


@pytest.mark.parametrize("asked", LEADS)
def test_s5_all_leads_of_a_hand(asked: str) -> None:
    level, trump, (words, expected) = asked[0], asked[1], LEADS[asked]
    hand, found = words.split(), Counter[str]()
    for cards in choices(hand):
        told = leading.lead(order_of(level, trump), faces(hand), faces(cards))
        wrong = tricks.wrong_lead(cards, hand, trump, level)
        if isinstance(told, Refusal):
            assert told.code == wrong
        else:
            kind = told.pattern.value
            known = patterns.patterns(trump, level).get(patterns.key(cards))
            assert (wrong, kind) == ("", known.kind if known else "throw")
            found[kind] += 1
    assert found == expected


@pytest.mark.parametrize(("asked", "lead"), [(a, lead) for a in FOLLOWS for lead in FOLLOWS[a]])
def test_s6_1_s6_2_all_follows_of_a_hand(asked: str, lead: str) -> None:
    level, trump, hand, led = asked[0], asked[1], LEADS[asked][0].split(), lead.split()
    order, legal, beating = order_of(level, trump), 0, 0
    kind = patterns.patterns(trump, level)[patterns.key(led)].kind
    for chosen in sorted(set(combinations(sorted(hand), len(led)))):
        cards = [*chosen]
        wrong = tricks.wrong_follow(cards, hand, led, trump, level)
        refused = following.breach(order, faces(hand), faces(led), faces(cards))
        assert (refused.code if refused else "") == wrong
        if refused:
            continue
        legal += 1
        plays = {"p1": led, "p2": cards}
        made = [Play(seat=Seat(seat), cards=faces(played)) for seat, played in plays.items()]
        best = tricks.winner(plays, tricks.Lead(kind, led, []), trump, level)
        assert winner(order, Pattern(kind), made).play.seat == best
        beating += best == "p2"
    assert (legal, beating) == FOLLOWS[asked][lead]


# 比牌 cards of the four seats at level 2, and how many contests each seat wins of all there are.
CONTESTS: dict[str, Counter[str]] = {
    "As 2h 2c|5h SJ|BJ SJ 2c|5d As": Counter({"p1": 30, "p2": 39, "p3": 29, "p4": 57}),
    "2h 2h 2s BJ|BJ 5d|SJ SJ 2d|": Counter({"p1": 35, "p2": 66, "p3": 13, "p4": 1}),
    "|5h 5h 2d|As BJ 2c|5d 5d 2d 2c": Counter({"p2": 40, "p3": 66, "p4": 52}),
}


@pytest.mark.parametrize("dealt", CONTESTS)
def test_s3_all_contests(dealt: str) -> None:
    hands = {seat: cards.split() for seat, cards in zip(SEATS, dealt.split("|"), strict=True)}
    won = Counter[str]()
    for words, champion, points in contests(beginning(hands), []):
        contest = Contest("p1", "2", {seat: [*cards] for seat, cards in hands.items()})
        script = contest.play()
        asked = [next(script)]
        for seat, shown in words:
            assert asked == [("contest", [seat])]
            asked = send(script, Action("show" if shown else "pass", seat, shown))
        assert asked == []
        assert (contest.champion, contest.total(contest.champion)) == (champion, points)
        won[champion] += 1
    assert won == CONTESTS[dealt]


def send(script: Script, action: Action) -> list[Question]:
    """What the contest asks next; nothing when it is over."""
    try:
        return [script.send(action)]
    except StopIteration:
        return []


Said = list[tuple[str, Cards]]


def beginning(hands: dict[str, Cards]) -> Contesting:
    """A contest that p1 starts, at level 2."""
    state = contest_at_level_2()
    return msgspec.structs.replace(
        state, hands={Seat(seat): faces(cards) for seat, cards in hands.items()}
    )


@cache
def contest_at_level_2() -> Contesting:
    """The state of a real round at the beginning of its contest."""
    pack = [card for card in ALL for _ in range(4)]
    deals = [f"deal {seat} {' '.join(pack[at::4][:52])}" for at, seat in enumerate(SEATS)]
    kitty = [card for at in range(4) for card in pack[at::4][52:]]
    document: dict[str, object] = {
        "paipu": 1,
        "game": "shengji",
        "rules": 1,
        "dealer": "p1",
        "levels": {"A": "2", "B": "2"},
        "actions": [*deals, f"kitty {' '.join(kitty)}"],
        "seats": [{"player": seat} for seat in SEATS],
    }
    state = run(document_of(document)).steps[-1].state
    assert isinstance(state, Contesting)
    return state


def contests(state: Contesting, said: Said) -> Iterator[tuple[Said, str, int]]:
    """Everything that may be said from here on, and who wins then with how many points."""
    seat = state.turn
    for cards in ([], *choices([*state.hands[seat]])):
        command = Show(seat=seat, cards=faces(cards)) if cards else Pass(seat=seat)
        told = SHENGJI.decide(state, command)
        if isinstance(told, Refusal):
            assert told.code == "not_above"
            continue
        now = [*said, (str(seat), cards)]
        if isinstance(told.state, Contesting):
            yield from contests(told.state, now)
        else:
            won = told.facts[-1]
            assert isinstance(won, ContestWon)
            yield now, won.seat, won.points
