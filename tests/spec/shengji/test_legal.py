"""What a seat may do, told from its own hand and what lies open; and a play checked beforehand."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from msgspec.structs import replace

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands
from domain.shengji.checking import Verdict, check
from domain.shengji.decider import SHENGJI
from domain.shengji.legal import Bury, CallTrump, Follow, Lead, Pass, Return, Show, legal
from domain.shengji.sides import SEATS
from domain.shengji.state import State
from tests.support.shengji_rounds import (
    P1,
    P2,
    P4,
    after,
    burying,
    cards,
    contesting,
    playing,
    refused,
    returning,
    say,
)


def show_of(state: State, seat: Seat) -> Show | None:
    """What the seat is told of showing; passing is open beside it."""
    *shows, last = legal(state, seat)
    assert last == Pass()
    assert all(isinstance(one, Show) for one in shows)
    return next((one for one in shows if isinstance(one, Show)), None)


def verdict(state: State, text: str) -> str:
    """What a command would come to: a verdict, or the code of a refusal."""
    command = say(text)
    assert isinstance(command, commands.SeatCommand)
    found = check(state, command)
    return found.code if isinstance(found, Refusal) else found


def test_the_opening_needs_any_contest_card() -> None:
    state = contesting(level="7", p1="BJ 7c")
    told = show_of(state, P1)
    assert told is not None
    assert (told.total, told.least) == (0, 1)
    assert {"BJ", "7c"} <= {*told.cards}
    assert {card for card in told.cards if card[0] in "2346"} == set()
    assert not isinstance(SHENGJI.decide(state, say("p1 show 7c")), Refusal)


def test_a_duel_tells_how_much_is_needed_beyond_the_own_pile() -> None:
    state = after(contesting(p1="BJ SJ", p2="5d"), "p1 show BJ")
    told = show_of(state, P2)
    assert told is not None
    assert (told.total, told.least) == (0, 4)
    state = after(state, "p2 show 5d")
    told = show_of(state, P1)
    assert told is not None
    assert (told.total, told.least) == (3, 2)  # 3 lie there, above 4 is wanted
    assert refused(state, "p1 show 2c") in {"not_above", "not_your_cards"}
    assert not isinstance(SHENGJI.decide(state, say("p1 show SJ")), Refusal)


def test_who_cannot_reach_it_is_told_so_and_may_pass() -> None:
    state = contesting(p1="4*As 4*5h 4*5d 4*BJ", p2="SJ", p3="2*2c", p4="4*2s")
    state = after(state, "p1 show 4*As 4*5h 4*5d 4*BJ")
    told = show_of(state, P2)
    assert told is None or told.least is None
    assert Pass() in legal(state, P2)


def test_trump_is_any_of_the_four_suits() -> None:
    state = after(contesting(), "p1 pass", "p3 pass", "p2 pass")
    (told,) = legal(state, P4)
    assert isinstance(told, CallTrump)
    assert sorted(told.suits) == sorted("shdc")


@pytest.mark.parametrize(
    "hand", ["4d 4d 6c 6c 7s 9h", "4d Kd 7s 6c 9h 9h", "4d 7s 6c 9h", "Kd Tc 5h 9h"]
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_returns_are_described_exactly(hand: str, count: int) -> None:
    """Every choice of so many cards is legal just when the description allows it (S3.7)."""
    state = returning({P2: count}, p1=hand)
    (told,) = legal(state, P1)
    assert isinstance(told, Return)
    assert (told.to, told.count) == (P2, count)
    for chosen in {*combinations(cards(hand), count)}:
        of_suit = Counter("trump" if card[1] == "h" else card[1] for card in chosen)
        fits = Counter(chosen) <= Counter(told.cards) and of_suit <= Counter(told.most)
        decided = SHENGJI.decide(state, commands.Return(seat=P1, to=P2, cards=chosen))
        assert fits != isinstance(decided, Refusal), chosen


def test_each_return_that_is_owed_is_told() -> None:
    state = returning({P4: 1, P2: 2}, p1="4d 4d 4d 6c 6c 7s 7s 9h 9h")
    told = [(one.to, one.count) for one in legal(state, P1) if isinstance(one, Return)]
    assert sorted(told) == [(P2, 2), (P4, 1)]


def test_eight_are_buried() -> None:
    assert legal(burying(p1="4*4d 4*4c 9s"), P1) == (Bury(count=8),)


def test_a_lead_is_told_what_is_held_of_every_effective_suit() -> None:
    (told,) = legal(playing(p1="As 7c 2h Kc Kc 9s 5d"), P1)
    assert isinstance(told, Lead)
    assert dict(told.held) == {"trump": 4, "c": 2, "s": 1}


@pytest.mark.parametrize(
    ("lead", "hand", "required", "of_suit"),
    [
        ("9c", "Kc 4c 4d", 1, "Kc 4c"),
        ("9c 9c", "Kc 4d 4s", 1, "Kc"),
        ("9c 9c", "4d 4s 2h", 0, ""),
        ("9c 9c", "Kc Qc 4c", 2, "Kc Qc 4c"),
        ("9h 9h", "As 7c 4d 9s", 2, "As 7c"),
        ("9s", "As Ks 7s", 1, "Ks"),
    ],
)
def test_a_follow_is_told_how_many_must_be_of_the_suit(
    lead: str, hand: str, required: int, of_suit: str
) -> None:
    state = after(playing(p1=f"{lead} 4c 4d", p2=hand), f"p1 play {lead}")
    (told,) = legal(state, P2)
    assert isinstance(told, Follow)
    assert (told.count, told.required) == (len(lead.split()), required)
    assert sorted(told.cards) == sorted(cards(of_suit))
    for chosen in {*combinations(cards(hand), told.count)}:
        number = sum(card in told.cards for card in chosen)
        decided = SHENGJI.decide(state, commands.Play(seat=P2, cards=chosen))
        assert (number < required) == isinstance(decided, Refusal)


def test_who_is_not_asked_may_do_nothing() -> None:
    states: list[State] = [
        contesting(p1="BJ"),
        after(contesting(), "p1 pass", "p3 pass", "p2 pass"),
        returning({P2: 1}, p1="4d 4d"),
        burying(p1="4*4d 4*4c"),
        playing(p1="4d", p2="4c"),
        SHENGJI.initial,
        after(playing(p1="4d"), "void @operator"),
    ]
    for state in states:
        may = [seat for seat in SEATS if legal(state, seat)]
        assert len(may) <= 1


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("p1 play 9c", "accepted"),
        ("p1 play Kc Kc", "accepted"),
        ("p1 play Kc 9c", "judged"),
        ("p1 play Kc Kc 9c", "judged"),
        ("p1 play As 2h", "judged"),
        ("p1 play Kc 2h", "mixed_suits"),
        ("p1 play As 2h 4h", "not_a_pattern"),
        ("p1 play Ac", "not_your_cards"),
        ("p2 play 4c", "not_your_turn"),
        ("p1 pass", "wrong_phase"),
    ],
)
def test_a_play_is_checked_without_being_made(text: str, answer: str) -> None:
    state = playing(p1="Kc Kc 9c As 2h 4h 6h", p2="4c", p3="4c", p4="4c")
    before = replace(state)
    assert verdict(state, text) == answer
    assert state == before
    decided = SHENGJI.decide(state, say(text))
    assert isinstance(decided, Refusal) == (answer not in {*Verdict})


@pytest.mark.parametrize("others", ["", "Ac Ac", "Kc 9c", "2c 2c", "4*As 4*5h", "3h 3d BJ"])
def test_the_answer_never_varies_with_what_others_hold(others: str) -> None:
    own = "Kc Kc 9c As 2h 4h 4h"
    empty, filled = playing(p1=own), playing(p1=own, p2=others, p3=others, p4=others)
    for size in (1, 2, 3):
        for chosen in {*combinations_with_replacement(sorted({*cards(own)}), size)}:
            text = f"p1 play {' '.join(chosen)}"
            assert verdict(empty, text) == verdict(filled, text)
