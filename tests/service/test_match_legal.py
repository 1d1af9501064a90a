"""Legal actions of 比牌升級 as they are told: what they say is enough to choose something legal."""

from typing import Any, Final

import pytest

from api.service.acting import shengji_command
from api.service.shengji.checking import checked
from api.service.shengji.legals import PatternHeld, ShengjiLegalAnswer, legal_answer
from domain.cards.card import Card
from domain.games.rounds import turn_of, waiting
from domain.kernel.seats import Seat
from domain.log.store import Log, open_log
from domain.shengji.contesting import total, worth
from domain.shengji.held import held
from domain.shengji.leading import lead
from domain.shengji.ordering import order_of
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Playing,
    Returning,
    Settled,
    TurningUp,
)
from tests.leaks.match_worlds import actions
from tests.service.match_rounds import played
from tests.support.logs import ticking

SEEDS: Final = range(4)


def told(state: Any) -> tuple[Seat, dict[str, list[ShengjiLegalAnswer]]]:  # noqa: ANN401 -- any state
    """Return who is asked, and what the seat may do, by verb."""
    asked = waiting(state)
    assert asked is not None
    (seat,) = asked.seats
    by_verb: dict[str, list[ShengjiLegalAnswer]] = {}
    for one in legal_answer(state, seat):
        by_verb.setdefault(one.verb, []).append(one)
    return seat, by_verb


def verdict(state: Any, seat: Seat, **body: object) -> str:  # noqa: ANN401 -- any state
    command = shengji_command(seat, actions.validate_python({"turn": "t", **body}))
    answer = checked(state, command, turn_of(state) or "")
    return answer.verdict if answer.refused is None else answer.refused.code


@pytest.mark.parametrize("seed", SEEDS)
def test_a_show_lifts_the_pile_above_with_the_least_that_is_told(log: Log, seed: int) -> None:
    shows = 0
    for state in played(log, seed):
        if not isinstance(state, Contesting):
            continue
        seat, legal = told(state)
        assert "pass" in legal
        for show in legal.get("show", ()):
            cards = [Card(one) for one in show.cards or ()]
            assert sorted(cards) == sorted(one for one in state.hands[seat] if worth(one, "7"))
            assert show.total == total(state.piles.get(seat, ()), "7")
            assert show.least is not None
            for many in range(1, len(cards) + 1):
                enough = total(cards[:many], "7") >= show.least
                expected = "accepted" if enough else "not_above"
                assert verdict(state, seat, verb="show", cards=cards[:many]) == expected
            shows += 1
    assert shows


def test_who_cannot_rise_above_is_told_to_pass_only(log: Log) -> None:
    for seed in range(20):
        log = open_log("memory:", now=ticking())
        for state in played(log, seed):
            if isinstance(state, Contesting):
                seat, legal = told(state)
                every = [one for one in state.hands[seat] if worth(one, "7")]
                if "show" not in legal and every:
                    assert verdict(state, seat, verb="show", cards=every) == "not_above"
                    return
    pytest.fail("everybody could always rise")


@pytest.mark.parametrize("seed", SEEDS)
def test_trump_and_burial_are_told_with_what_may_be_chosen(log: Log, seed: int) -> None:
    seen = set[type]()
    for state in played(log, seed):
        if isinstance(state, CallingTrump):
            _, legal = told(state)
            assert [one.suits for one in legal["trump"]] == [("s", "h", "d", "c")]
            seen.add(type(state))
        if isinstance(state, Burying):
            _, legal = told(state)
            assert [one.count for one in legal["bury"]] == [8]
            seen.add(type(state))
    assert seen == {CallingTrump, Burying}


def test_a_return_is_told_for_each_seat_with_the_rules_that_stand(log: Log) -> None:
    returns = 0
    for seed in range(8):
        log = open_log("memory:", now=ticking())
        for state in played(log, seed):
            if not isinstance(state, Returning):
                continue
            seat, legal = told(state)
            order = order_of("7", state.trump)
            assert {one.to: one.count for one in legal["return"]} == dict(state.owed)
            for one in legal["return"]:
                assert one.no_points
                suits = {card: order.suit[Card(card)] for card in one.cards or ()}
                assert all(suits[card] == suit for suit, cards in _grouped(one) for card in cards)
                assert sorted(card for _, cards in _grouped(one) for card in cards) == sorted(
                    one.cards or ()
                )
                assert not any(card[0] in "5TK" for card in one.cards or ())
                left, cards = dict(one.most or {}), list[str]()
                for card in one.cards or ():
                    suit = order.suit[Card(card)]
                    if left.get(suit, 0) > 0 and len(cards) < (one.count or 0):
                        left[suit] -= 1
                        cards.append(card)
                chosen = {"verb": "return", "to": one.to}
                assert verdict(state, seat, cards=cards, **chosen) == "accepted"
                points = [card for card in state.hands[seat] if card[0] in "5TK"]
                many = points[: one.count or 0]
                assert (
                    len(many) < (one.count or 0)
                    or verdict(state, seat, cards=many, **chosen) == "point_cards"
                )
                returns += 1
    assert returns > 4


@pytest.mark.parametrize("seed", SEEDS)
def test_who_follows_is_told_how_many_of_the_suit_it_must_play(log: Log, seed: int) -> None:
    free = 0
    for state in played(log, seed):
        if not isinstance(state, Playing) or not state.plays:
            continue
        seat, legal = told(state)
        (play,) = legal["play"]
        order, hand = order_of("7", state.trump), state.hands[seat]
        of_suit = [card for card in hand if order.suit[card] == play.suit]
        others = [card for card in hand if order.suit[card] != play.suit]
        assert (play.count, list(play.cards or ())) == (len(state.plays[0].cards), of_suit)
        assert play.required == min(len(of_suit), play.count or 0)
        must, rest = of_suit[: play.required], (play.count or 0) - play.required
        follow = [*must, *others[:rest]]
        assert verdict(state, seat, verb="play", cards=follow) == "accepted"
        if play.required and len(others) > rest:
            short = [*must[1:], *others[: rest + 1]]
            assert verdict(state, seat, verb="play", cards=short) == "must_follow_suit"
        free += play.required == 0
    assert free


@pytest.mark.parametrize("seed", SEEDS)
def test_who_leads_is_told_the_patterns_in_hand(log: Log, seed: int) -> None:
    kinds = set[str]()
    for state in played(log, seed):
        if not isinstance(state, Playing) or state.plays:
            continue
        seat, legal = told(state)
        (play,) = legal["play"]
        assert play.held is not None
        assert sum(play.held.values()) == len(state.hands[seat])
        assert {suit: len(cards) for suit, cards in _grouped(play)} == play.held
        for one in play.patterns or ():
            found = lead(order_of("7", state.trump), state.hands[seat], _cards(one))
            assert getattr(found, "pattern", None) == one.pattern
            assert verdict(state, seat, verb="play", cards=one.cards) == "accepted"
            kinds.add(one.pattern)
    assert kinds >= {"pair", "tractor"}


def _grouped(one: ShengjiLegalAnswer) -> list[tuple[str, tuple[str, ...]]]:
    return [*(one.by_suit or {}).items()]


def _cards(one: PatternHeld) -> tuple[Card, ...]:
    return tuple(map(Card, one.cards))


@pytest.mark.parametrize(
    ("hand", "patterns"),
    [
        ("", ""),
        ("2s 3s", ""),
        ("4h 4h", "pair 4h 4h"),
        ("4h 4h 4h", "pair 4h 4h"),
        ("4h 4h 4h 4h", "pair 4h 4h, bomb 4h 4h 4h 4h"),
        ("6c 6c 8c 8c", "pair 6c 6c, pair 8c 8c, tractor 6c 6c 8c 8c"),  # 7 is the level
        ("Kc Kc Ac Ac", "pair Kc Kc, pair Ac Ac, tractor Kc Kc Ac Ac"),
        ("Ks Ks As As", "pair Ks Ks, pair As As"),  # ♠A is raised
        ("2c 2c 4c 4c", "pair 2c 2c, pair 4c 4c"),  # 3♣ lies between, hearts being trump
        ("2d 2d 4d 4d", "pair 2d 2d, pair 4d 4d, tractor 2d 2d 4d 4d"),  # 3♦ is an adviser
        ("7s 7s 7c 7c", "pair 7s 7s, pair 7c 7c"),  # no bomb of several suits
        (
            "9s 9s 9s 9s Ts Ts Ts Ts",
            (
                "pair 9s 9s, pair Ts Ts, tractor 9s 9s Ts Ts, "
                "bomb 9s 9s 9s 9s, bomb Ts Ts Ts Ts, bomb 9s 9s 9s 9s Ts Ts Ts Ts"
            ),
        ),
        ("9d 9d 8s 8s Tc Tc", "pair 8s 8s, pair Tc Tc, pair 9d 9d"),
    ],
)
def test_patterns_held_are_pairs_tractors_and_bombs(hand: str, patterns: str) -> None:
    cards = tuple(map(Card, hand.split()))
    found = [f"{one.pattern} {' '.join(one.cards)}" for one in held(order_of("7", "h"), cards)]
    assert sorted(found) == sorted(one for one in patterns.split(", ") if one)


def test_nobody_is_told_anything_before_the_deal_and_after_the_end(log: Log) -> None:
    for state in played(log, 1):
        if isinstance(state, Dealing | TurningUp | Settled):
            assert [legal_answer(state, Seat(f"p{number}")) for number in range(1, 5)] == [()] * 4
        assert legal_answer(state, None) == ()
