"""What the view of a round of 比牌升級 shows to whom (S9), and that it is how the round stands.

The hand in a view is gathered from facts that are masked; that it is the one which the rules know
is seen after every command of rounds that are played by chance.
"""

from typing import Any, Final

import pytest

from api.service.facts import facts_of
from api.service.shengji.answers import ShengjiAnswer, ShengjiSeat
from api.service.shengji.sight import round_answer
from domain.cards.card import HIDDEN
from domain.games.rounds import waiting
from domain.kernel.seats import Seat
from domain.log.store import Log, open_log
from domain.shengji.contesting import total
from domain.shengji.sides import SEATS
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
from tests.service.match_rounds import PLAYERS, played
from tests.support.logs import ticking

MASK: Final = (HIDDEN,) * 8
SEEDS: Final = range(3)
VIEWERS: Final = (*SEATS, None)


def view(log: Log, viewer: str | None) -> ShengjiAnswer:
    facts = facts_of(log, "r")
    assert facts is not None
    return round_answer(facts, None if viewer is None else Seat(viewer))


def seat_of(seen: ShengjiAnswer, name: str) -> ShengjiSeat:
    return next(one for one in seen.seats if one.seat == name)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_is_how_the_round_stands_and_shows_the_own_hand_only(log: Log, seed: int) -> None:
    for number, state in enumerate(played(log, seed)):
        hands = getattr(state, "hands", dict.fromkeys(SEATS, ()))
        viewer = VIEWERS[number % len(VIEWERS)]
        seen = view(log, viewer)
        asked = waiting(state)
        assert seen.phase == (None if asked is None else asked.phase)
        assert [one.seat for one in seen.seats if one.asked] == list(asked.seats if asked else ())
        for one in seen.seats:
            hand = hands.get(one.seat, ())
            assert one.held == len(hand)
            assert (one.cards or ()) == (hand if one.seat == viewer else ())


def test_each_seat_is_named_with_its_player_and_side(log: Log) -> None:
    next(played(log, 1))
    seen = view(log, "p3")
    assert [(one.seat, one.player, one.side) for one in seen.seats] == [
        *zip(SEATS, PLAYERS, "ABAB", strict=True)
    ]
    assert (seen.viewer, seen.dealer, seen.match, seen.game) == ("p3", None, None, "shengji")
    assert (seen.levels, seen.level) == ({"A": "7", "B": "7"}, "7")


def at(log: Log, kind: type, seed: int = 1, dealer: str | None = None) -> Any:  # noqa: ANN401 -- any state
    """Play until a phase has come; return the state."""
    return next(state for state in played(log, seed, dealer) if isinstance(state, kind))


def test_before_the_contest_a_card_lies_face_up_and_begins_it(log: Log) -> None:
    at(log, TurningUp)
    assert view(log, None).face_up is None
    log = open_log("memory:", now=ticking())
    state = at(log, Contesting)
    seen = view(log, None)
    assert seen.face_up is not None
    assert seen.contest.starter == seen.face_up.seat == state.starter
    assert seen.kitty == MASK


def test_a_later_contest_is_begun_by_the_dealer_without_a_card(log: Log) -> None:
    at(log, Contesting, dealer="p2")
    seen = view(log, "p2")
    assert (seen.face_up, seen.contest.starter, seen.dealer) == (None, "p2", "p2")


@pytest.mark.parametrize("seed", range(6))
def test_the_contest_lies_open(log: Log, seed: int) -> None:
    for state in played(log, seed):
        if isinstance(state, Dealing | TurningUp):
            continue
        if not isinstance(state, Contesting):
            break
        seen = view(log, None)
        assert seen.contest.champion == state.champion
        for one in seen.seats:
            pile = state.piles.get(Seat(one.seat), ())
            assert sorted((*one.shown, *one.captured)) == sorted(pile) or one.out
            assert one.total == (0 if one.out and not pile else total(pile, "7"))
            assert one.out == (one.seat not in state.left)
    seen = view(log, None)
    winner = seat_of(seen, str(seen.contest.winner))
    assert (seen.contest.champion, seen.contest.points) == (winner.seat, winner.total)


def test_the_kitty_and_what_is_buried_are_the_dealers_until_the_end(log: Log) -> None:
    rounds = played(log, 2)
    state = next(one for one in rounds if isinstance(one, Burying))
    dealer = state.round.dealer
    other = next(seat for seat in SEATS if seat != dealer)
    assert view(log, dealer).kitty == state.kitty
    assert view(log, other).kitty == view(log, None).kitty == MASK
    kept = next(one for one in rounds if isinstance(one, Playing))
    assert view(log, dealer).buried == kept.buried
    assert view(log, other).buried == view(log, None).buried == MASK
    assert isinstance([*rounds][-1], Settled)
    for viewer in VIEWERS:
        seen = view(log, viewer)
        assert (seen.kitty, seen.buried) == (kept.kitty, kept.buried)


def test_returned_cards_are_seen_by_who_gave_and_who_got_them(log: Log) -> None:
    rounds = played(log, 4)
    before = next(one for one in rounds if isinstance(one, Returning))
    giver = before.contest.winner
    after = next(rounds)
    (given,) = view(log, giver).returned
    assert (given.seat, len(given.cards)) == (giver, before.owed[Seat(given.to)])
    assert sorted((*given.cards, *after.hands[giver])) == sorted(before.hands[giver]) or (
        not isinstance(after, Returning)  # then the dealer has the kitty too
    )
    assert view(log, given.to).returned == (given,)
    for viewer in {*VIEWERS} - {giver, given.to}:
        (masked,) = view(log, viewer).returned
        assert masked.cards == (HIDDEN,) * len(given.cards)


def test_tricks_lie_open_the_one_on_the_table_and_the_last(log: Log) -> None:
    last = None
    for state in played(log, 3):
        if isinstance(state, Playing):
            seen = view(log, None)
            assert seen.attack_points == state.attack_points
            on_the_table = seen.trick.plays if seen.trick is not None else ()
            assert [(one.seat, one.cards) for one in on_the_table] == [
                (one.seat, one.cards) for one in state.plays
            ]
            assert seen.trick is None or seen.trick.won is None
            if state.trick and not state.plays:
                assert seen.last_trick is not None
                assert seen.last_trick.won is not None
                assert (seen.last_trick.trick, seen.last_trick.won.seat) == (
                    state.trick - 1,
                    state.turn,
                )
        last = state
    seen = view(log, None)
    assert isinstance(last, Settled)
    assert seen.result is not None
    assert (seen.status, seen.phase, seen.turn, seen.legal) == ("complete", None, None, ())
    assert {one.seat: one.score for one in seen.seats} == dict(last.scores)
    assert (seen.attack_points, seen.result.next_dealer) == (last.attack_points, last.next_dealer)
    assert seen.result.levels == {str(side): level for side, level in last.levels.items()}


def test_a_throw_that_failed_is_shown_as_it_was_tried(log: Log) -> None:
    for _ in played(log, 3):
        seen = view(log, None)
        if seen.trick is not None and seen.trick.attempted:
            (led,) = seen.trick.plays[0].cards
            assert led in seen.trick.attempted
            assert seen.trick.pattern == "single"
            return
    pytest.fail("no throw failed")


def test_who_is_not_asked_may_do_nothing(log: Log) -> None:
    for state in played(log, 1):
        asked = waiting(state)
        seats = asked.seats if asked is not None and asked.phase != "deal" else ()
        legal = {seat: view(log, seat).legal for seat in SEATS}
        assert {seat for seat, words in legal.items() if words} == {*seats}
        if isinstance(state, CallingTrump):
            break


def test_a_view_says_where_in_the_log_it_stands(log: Log) -> None:
    at(log, Contesting)
    last = log.read("round/r")[-1]
    seen = view(log, None)
    assert (seen.version, seen.position) == (last.version, last.position)
