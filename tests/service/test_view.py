"""What the view of a round shows to whom (Z10), and that its figures are those of the round."""

from collections.abc import Iterable

from api.service.facts import facts_of
from api.service.sizhidao.answers import RoundAnswer, RoundSeat
from api.service.sizhidao.sight import round_answer
from domain.cards.card import HIDDEN
from domain.kernel.seats import Seat
from domain.log.store import Log
from tests.support.logs import OPEN, SHORT, TIED, VOIDED, store

MASK = (HIDDEN,) * 4


def view(log: Log, actions: Iterable[str], viewer: str | None) -> RoundAnswer:
    """Return the view of a round after some actions."""
    store(log, "r", actions)
    facts = facts_of(log, "r")
    assert facts is not None
    return round_answer(facts, None if viewer is None else Seat(viewer))


def seat(seen: RoundAnswer, name: str) -> RoundSeat:
    return next(one for one in seen.seats if one.seat == name)


def test_a_round_that_nobody_opened_is_not_there(log: Log) -> None:
    assert facts_of(log, "r") is None


def test_before_the_deal_there_are_no_cards_and_the_antes_lie_in_p1(log: Log) -> None:
    seen = view(log, (), "p1")
    assert (seen.phase, seen.turn, seen.stage) == ("deal", "0.deal", 0)
    assert [one.cards for one in seen.seats] == [(), (), ()]
    assert [(pot.pot, pot.points) for pot in seen.pots.pots] == [("P1", 150)]
    assert seen.legal == ()


def test_a_seat_sees_its_own_cards_from_the_deal_on_and_those_of_nobody_else(log: Log) -> None:
    seen = view(log, TIED[:3], "p2")
    assert seen.viewer == "p2"
    assert seat(seen, "p2").cards == ("As", "Ad", "9c", "2h")
    assert seat(seen, "p1").cards == seat(seen, "p3").cards == MASK


def test_who_has_no_seat_sees_no_cards(log: Log) -> None:
    seen = view(log, TIED[:3], None)
    assert [one.cards for one in seen.seats] == [MASK] * 3
    assert seen.legal == ()


def test_the_legal_words_come_with_amounts_to_the_seat_whose_turn_it_is(log: Log) -> None:
    seen = view(log, TIED[:4], "p2")
    assert seen.turn == "0.betting.1"
    words = {word.verb: (word.least, word.most, word.points) for word in seen.legal}
    assert words == {
        "fold": (None, None, None),
        "allin": (None, None, 14_950),
        "call": (None, None, 100),
        "raise": (150, 14_950, None),
    }
    assert [one.seat for one in seen.seats if one.asked] == ["p2"]


def test_bets_in_front_are_shown_with_the_layers_that_they_would_make(log: Log) -> None:
    seen = view(log, TIED[:5], None)
    assert seen.pots.in_front == {"p1": 100, "p2": 400}
    assert [(one.points, one.eligible) for one in seen.pots.layers] == [
        (200, ("p1", "p2")),
        (300, ("p2",)),
    ]
    assert all(one.provisional for one in seen.pots.layers)
    assert seen.pots.total == 650


def test_a_split_is_seen_by_its_own_seat_and_that_it_was_made_by_everybody(log: Log) -> None:
    seen = view(log, TIED[:8], "p3")
    assert (seat(seen, "p3").front, seat(seen, "p3").back) == (("8h", "Jc"), ("Qs", "Qd"))
    other = _again(log, None)
    assert seat(other, "p3").split
    assert seat(other, "p3").front == seat(other, "p3").back == (HIDDEN, HIDDEN)
    assert not seat(other, "p2").split


def _again(log: Log, viewer: str | None) -> RoundAnswer:
    facts = facts_of(log, "r")
    assert facts is not None
    return round_answer(facts, None if viewer is None else Seat(viewer))


def test_the_splits_that_are_legal_are_told_to_the_hand_that_makes_them(log: Log) -> None:
    seen = view(log, TIED[:7], "p2")
    (split,) = seen.legal
    assert split.verb == "split"
    assert split.splits is not None
    assert all({*front, *back} == {"As", "Ad", "9c", "2h"} for front, back in split.splits)
    assert (("9c", "2h"), ("As", "Ad")) in split.splits


def test_the_showdown_shows_who_is_live_there_and_never_who_folded(log: Log) -> None:
    seen = view(log, TIED[:9], None)
    assert (seen.phase, seen.turn, seen.price) == ("buy_in", "0.buy_in", 525)
    assert seat(seen, "p3").cards == ("8h", "Jc", "Qs", "Qd")
    assert {*seat(seen, "p2").cards} == {"As", "Ad", "9c", "2h"}
    assert seat(seen, "p1").cards == MASK
    assert seat(_again(log, "p1"), "p1").cards == ("2s", "3d", "4c", "5h")
    assert [word.verb for word in _again(log, "p1").legal] == ["buy", "decline"]


def test_a_playoff_begins_without_the_cards_of_the_stage_before(log: Log) -> None:
    seen = view(log, TIED[:11], "p1")
    assert seen.stage == 1
    assert seat(seen, "p1").cards == ()
    assert seat(seen, "p3").cards == MASK
    assert not seat(seen, "p1").live


def test_a_settled_round_has_nets_and_asks_nobody(log: Log) -> None:
    seen = view(log, SHORT, "p2")
    assert (seen.status, seen.phase, seen.turn, seen.legal) == ("complete", None, None, ())
    assert {one.seat: one.net for one in seen.seats} == {"p1": 95, "p2": -50, "p3": -50}
    assert seen.next_head == "p1"
    assert seat(seen, "p1").cards == MASK, "nobody had to show"
    assert not any(one.live or one.asked for one in seen.seats)


def test_the_cards_of_a_voided_round_stay_hidden(log: Log) -> None:
    seen = view(log, VOIDED, "p2")
    assert seen.status == "voided"
    assert seat(seen, "p1").cards == seat(seen, "p3").cards == MASK
    assert seat(seen, "p1").front == (HIDDEN, HIDDEN)
    assert seat(seen, "p2").cards == ("As", "Kd", "9c", "2h")


def test_a_view_says_where_in_the_log_it_stands(log: Log) -> None:
    seen = view(log, OPEN, None)
    last = log.read("round/r")[-1]
    assert (seen.version, seen.position) == (last.version, last.position)
