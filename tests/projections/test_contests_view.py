"""The contest's view and rows, from facts given: who showed, captured, got back how many."""

from domain.cards.card import Card
from domain.kernel.decider import Event
from domain.shengji import events
from projections.contests.view import EMPTY, ContestView, Kind, project
from projections.contests.writer import PROJECTION
from projections.store.tables import Row
from tests.projections.given import P1, P2, P3, P4, opened, recorded, rows_made


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


DUEL: tuple[Event, ...] = (
    events.CardTurnedUp(seat=P4, card=Card("9c")),
    events.CardsShown(seat=P4, cards=cards("SJ"), total=2),
    events.CardsShown(seat=P1, cards=cards("BJ 2h"), total=4),
    events.ContestPassed(seat=P4),
    events.PileCaptured(seat=P1, loser=P4, cards=cards("SJ"), total=6),
    events.ContestPassed(seat=P2),
    events.PileCaptured(seat=P1, loser=P2, cards=(), total=6),
    events.ContestWon(seat=P1, cards=cards("BJ 2h SJ"), points=6, dealer=P1),
    events.TrumpCalled(seat=P1, suit="d"),
    events.CardsReturned(seat=P1, to=P4, cards=cards("7c")),
    events.CardsReceived(seat=P4, giver=P1, cards=cards("7c")),
)
"""p4 begins a first round and loses to p1, whom p2 does not challenge; p4 gets a card back."""


def view_after(*facts: Event) -> ContestView:
    view = EMPTY
    for fact in facts:
        view = project(view, fact)
    return view


def made(*facts: Event) -> dict[str, list[Row]]:
    return rows_made(PROJECTION, recorded("round/r", [opened(), *facts]))


def test_a_whole_contest_is_a_row() -> None:
    (row,) = made(*DUEL)["contests"]
    assert row == {
        "round": "r",
        "match": "m",
        "starter": "p4",
        "face_up": "9c",
        "winner": "p1",
        "points": 6,
        "cards": 3,
        "dealer": "p1",
        "trump": "d",
        "returned": 1,
        "steps": 7,
        "version": 11,
        "position": 110,
    }


def test_every_step_is_a_row_with_the_cards_that_lie_open() -> None:
    rows = made(*DUEL)["contest_steps"]
    names = ("step", "kind", "seat", "other", "cards", "faces", "total")
    assert [tuple(row[name] for name in names) for row in rows] == [
        (1, "shown", "p4", None, 1, "SJ", 2),
        (2, "shown", "p1", None, 2, "BJ 2h", 4),
        (3, "passed", "p4", None, 0, None, None),
        (4, "captured", "p1", "p4", 1, "SJ", 6),
        (5, "passed", "p2", None, 0, None, None),
        (6, "captured", "p1", "p2", 0, "", 6),
        (7, "returned", "p1", "p4", 1, None, None),
    ]


def test_no_returned_card_is_in_a_view_or_a_row() -> None:
    view = view_after(opened(), *DUEL)
    assert view.last is not None
    assert (view.last.kind, view.last.count, view.last.cards) == (Kind.RETURNED, 1, None)
    assert "7c" not in str(made(*DUEL))


def test_a_later_round_begins_with_its_dealer_and_has_no_card_face_up() -> None:
    view = view_after(opened(dealer=P2), events.ContestPassed(seat=P2))
    assert (view.starter, view.dealer, view.face_up, view.winner) == (P2, P2, None, None)


def test_in_a_later_round_who_wins_the_contest_does_not_deal() -> None:
    won = events.ContestWon(seat=P3, cards=(), points=0, dealer=P2)
    view = view_after(opened(dealer=P2), won)
    assert (view.winner, view.points, view.cards, view.dealer) == (P3, 0, 0, P2)


def test_before_its_first_word_a_contest_has_no_row() -> None:
    assert made() == {"contests": [], "contest_steps": []}


def test_other_facts_change_nothing() -> None:
    view = view_after(opened(), *DUEL)
    kitty = events.KittyBuried(seat=P1, cards=cards("2c"))
    assert project(view, kitty) is view
    assert project(view, DUEL[-1]) is view
