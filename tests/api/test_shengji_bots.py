"""The bots of 比牌升級: always legal, by what their seat may know, and not without sense."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from api.sample.shengji import contest
from api.sample.shengji.bots import Asked, answer, known_of
from api.sample.shengji.following import follow
from api.sample.shengji.known import Known, Trick
from api.sample.shengji.leading import lead
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands, events
from domain.shengji.decider import SHENGJI
from domain.shengji.hands import points_of
from domain.shengji.ordering import order_of
from domain.shengji.sides import SEATS
from domain.shengji.state import Play, Playing, Settled, State
from domain.shengji.waiting import waiting
from tests.support.shengji_rounds import P1, PACKS, after, cards, opened

ROUNDS = 12


def played(seed: int) -> Iterator[tuple[Asked, Seat, list[Trick], Random]]:
    """Every turn of a round that bots play, with what there is to choose by."""
    chance = Random(seed)
    deck = list(PACKS)
    chance.shuffle(deck)
    opening = opened(level="9", dealer=SEATS[seed % 4])
    state: State = after(SHENGJI.initial, opening)
    for place, seat in enumerate(SEATS):
        hand = tuple(deck[place * 52 : place * 52 + 52])
        state = after(state, commands.Deal(seat=seat, cards=hand))
    state = after(state, commands.DealKitty(cards=tuple(deck[208:])))
    tricks = list[Trick]()
    while isinstance(state, Asked):
        (seat,) = waiting(state).seats
        kept = chance.getstate()
        yield state, seat, tricks, chance
        chance.setstate(kept)
        command, _ = answer(state, seat, tricks, chance)
        decided = SHENGJI.decide(state, command)
        assert not isinstance(decided, Refusal), (command, decided)
        if isinstance(state, Playing) and len(state.plays) == 3:
            assert isinstance(command, commands.Play)
            tricks.append((*state.plays, Play(seat=seat, cards=command.cards)))
        state = decided.state
    assert isinstance(state, Settled)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_is_asked_a_bot_does_something_legal_to_the_end(seed: int) -> None:
    assert sum(1 for _ in played(seed)) > 60


@pytest.mark.parametrize("seed", range(3))
def test_a_choice_hangs_on_nothing_that_the_seat_may_not_know(seed: int) -> None:
    """The hands of the others and the kitty are changed: the bot does the same."""
    looked_at = 0
    for state, seat, tricks, chance in played(seed):
        kept = chance.getstate()
        command, origin = answer(state, seat, tricks, chance)
        others = [one for one in SEATS if one != seat]
        pool = [card for one in others for card in state.hands[one]] + [*state.kitty]
        Random(seed).shuffle(pool)
        hands = {seat: state.hands[seat]}
        for one in others:
            number = len(state.hands[one])
            hands[one], pool = tuple(pool[:number]), pool[number:]
        changed = replace(state, hands=hands, kitty=tuple(pool))
        if isinstance(changed, Playing) and seat != changed.round.dealer:
            changed = replace(changed, buried=())
        chance.setstate(kept)
        assert answer(changed, seat, tricks, chance) == (command, origin)
        looked_at += 1
    assert looked_at > 60


def known(hand: str, *table: str, pattern: str | None = None, tricks: str = "") -> Known:
    """What a seat knows: level 7, ♥ trump, p1 dealer. `table` is what p1 and so on have played."""
    laid = tuple(Play(seat=seat, cards=cards(one)) for seat, one in zip(SEATS, table, strict=False))
    gone = (tuple(Play(seat=seat, cards=cards(tricks)) for seat in (P1,)),) if tricks else ()
    return Known(
        seat=SEATS[len(laid)],
        hand=cards(hand),
        level="7",
        trump="h",
        dealer=P1,
        buried=(),
        tricks=gone,
        table=laid,
        pattern=None if pattern is None else events.Pattern(pattern),
    )


def leads(hand: str, tricks: str = "") -> Counter[str]:
    """What is led from a hand, by many chances."""
    told = known(hand, tricks=tricks)
    return Counter(" ".join(lead(told, Random(seed))) for seed in range(400))


def follows(hand: str, *table: str, pattern: str) -> Counter[str]:
    told = known(hand, *table, pattern=pattern)
    return Counter(" ".join(sorted(follow(told, Random(seed)))) for seed in range(100))


def test_tractors_and_bombs_are_led_often() -> None:
    led = leads("6c 6c 8c 8c 4*9d 4s Js Qs")
    assert led["6c 6c 8c 8c"] > 60
    assert led["9d 9d 9d 9d"] > 60


def test_a_throw_is_led_often_when_nobody_can_be_above_it_and_rarely_when_somebody_may() -> None:
    sure = leads("Ac Kc 4d 6s", tricks="Ac Ac Ac")
    risky = leads("Qc Jc 4d 6s")
    assert sure["Ac Kc"] > 100
    assert 0 < risky["Qc Jc"] < 40


def test_all_of_a_suit_is_thrown_once_the_others_have_none() -> None:
    gone = " ".join(f"4*{rank}c" for rank in "AQJT986542") + " 3*Kc 2*3c"
    told = leads("Kc 3c 3c 4d 6s", tricks=gone)
    assert told["3c 3c Kc"] > 100


def test_a_partner_who_wins_gets_points_and_an_opponent_gets_none() -> None:
    assert set(follows("Kc 9c 4c", "3c", "Ac", "6c", pattern="single")) == {"Kc"}
    assert set(follows("Kc 9c 4c", "Ac", "3c", "6c", pattern="single")) == {"4c"}


def test_the_last_seat_wins_points_as_cheaply_as_it_can() -> None:
    assert set(follows("Ac Qc 9c 4c", "Tc", "3c", "6c", pattern="single")) == {"Qc"}
    assert set(follows("2h 4h As 4d", "Tc", "3c", "6c", pattern="single")) == {"2h"}
    assert set(follows("2h 2h 4h 4h As", "Tc Tc", "3c 4c", "6c 6c", pattern="pair")) == {"2h 2h"}
    table = ("Tc Tc Jc Jc", "Ac Ac 3c 4c", "6c 6c 8c 8c")
    assert set(follows("4*2c Qc Qc Kc Kc", *table, pattern="tractor")) == {"2c 2c 2c 2c"}


def test_a_throw_is_ruffed_by_its_greatest_component() -> None:
    ruffed = follows("2h 4h 4h 6h As 9d", "Kc Kc Tc", "3c 4c 6c", "9c 8c 2c", pattern="throw")
    assert set(ruffed) == {"2h 4h 4h"}
    without = follows("2h 4h 6h As 9d 4d 6s", "Kc Kc Tc", "3c 4c 6c", "9c 8c 2c", pattern="throw")
    assert set(without) == {"4d 6s 9d"}


def test_trump_is_the_suit_of_most_trumps() -> None:
    assert contest.trump(cards("Ah Kh Qh Jh 9h 4s 6s Ac Kc"), "7") == "h"
    assert contest.trump(cards("Ac Ac Kc Kc 9s 8s 6s 4s 2s"), "7") == "c"


def test_no_points_and_no_trumps_are_buried_as_a_rule() -> None:
    order = order_of("7", "h")
    hand = cards("5s Ts Ks 4s 6s 8s 9s Jc Qc 9c 8c 2c 2h 4h As Kd 9d 9d")
    buried = [contest.buried(order, hand, Random(seed)) for seed in range(100)]
    assert all(order.suit[card] != "trump" for one in buried for card in one)
    assert sum(points_of(one) > 0 for one in buried) < 40


def test_no_more_is_shown_than_it_takes() -> None:
    own = cards("As As 5h BJ SJ 7c 7d")
    for least in range(1, 25):
        shown = {contest.shown(own, least, "7", Random(seed)) for seed in range(40)}
        worth = {"As": 6, "5h": 5, "BJ": 3, "SJ": 2, "7c": 1, "7d": 1}
        for one in shown - {()}:
            total = sum(worth[card] for card in one)
            assert total >= least
            assert all(total - worth[card] < least for card in one)
    assert contest.shown(own, 25, "7", Random(1)) == ()


def test_a_dealer_knows_what_it_buried_and_nobody_else_does() -> None:
    seen = 0
    for state, seat, tricks, _ in played(1):
        if isinstance(state, Playing):
            there = known_of(state, seat, tricks)
            assert (there.buried == state.buried) == (seat == state.round.dealer)
            assert len([*there.unseen.elements()]) + len(there.hand) + len(there.buried) + sum(
                len(play.cards) for trick in (*tricks, state.plays) for play in trick
            ) == len(PACKS)
            seen += 1
    assert seen > 60
