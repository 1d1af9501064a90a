"""The tricks' view and rows, from facts given: what was led, played, won, captured."""

from domain.cards.card import Card
from domain.kernel.decider import Event
from domain.shengji import events
from domain.shengji.events import Pattern, Winning
from projections.store.tables import Row
from projections.tricks.view import EMPTY, TricksView, project
from projections.tricks.writer import PROJECTION
from tests.projections.given import P1, P2, P3, P4, opened, recorded, rows_made


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


LEAD = events.CardsLed(
    trick=0, seat=P1, cards=cards("As"), pattern=Pattern.SINGLE, attempted=cards("As Ks")
)
FOLLOWED = (
    events.CardsFollowed(trick=0, seat=P2, cards=cards("As")),
    events.CardsFollowed(trick=0, seat=P3, cards=cards("5s")),
    events.CardsFollowed(trick=0, seat=P4, cards=cards("Ts")),
)
WON = events.TrickWon(trick=0, seat=P1, why=Winning.FIRST, points=15, attack_points=0)
CAPTURED = events.AceCaptured(trick=0, seat=P1, owner=P2)
TRICK: tuple[Event, ...] = (LEAD, *FOLLOWED, WON, CAPTURED)
"""p1 tries ♠A ♠K, which does not hold; its ♠A beats the one of p2, laid later."""
SECOND = events.CardsLed(trick=1, seat=P1, cards=cards("2d 2d"), pattern=Pattern.PAIR, attempted=())
SHOWN = events.KittyShown(dealt=cards("2c"), buried=cards("5c"), points=5, multiplier=2)


def view_after(*facts: Event) -> TricksView:
    view = EMPTY
    for fact in facts:
        view = project(view, fact)
    return view


def made(*facts: Event) -> dict[str, list[Row]]:
    return rows_made(PROJECTION, recorded("round/r", [opened(dealer=P1), *facts]))


def test_a_trick_is_a_row_with_what_was_attempted_won_and_captured() -> None:
    (row,) = made(*TRICK)["tricks"]
    assert row == {
        "round": "r",
        "trick": 0,
        "match": "m",
        "leader": "p1",
        "pattern": "single",
        "cards": 1,
        "attempted": "As Ks",
        "winner": "p1",
        "why": "first",
        "points": 15,
        "attack_points": 0,
        "aces": 1,
        "kitty_points": None,
        "kitty_multiplier": None,
        "version": 7,
        "position": 70,
    }


def test_every_play_is_a_row_in_its_place() -> None:
    rows = made(*TRICK)["trick_plays"]
    told = [(row["place"], row["seat"], row["player"], row["faces"]) for row in rows]
    assert told == [
        (0, "p1", "ann", "As"),
        (1, "p2", "bob", "As"),
        (2, "p3", "cyd", "5s"),
        (3, "p4", "dot", "Ts"),
    ]
    assert [row["version"] for row in rows] == [2, 3, 4, 5]


def test_every_captured_ace_is_a_row() -> None:
    rows = made(*TRICK, CAPTURED)["aces_captured"]
    assert [(row["version"], row["trick"], row["seat"], row["owner"]) for row in rows] == [
        (7, 0, "p1", "p2"),
        (8, 0, "p1", "p2"),
    ]


def test_a_trick_that_runs_has_no_winner_yet() -> None:
    newest = view_after(opened(), *TRICK[:3]).newest
    assert newest is not None
    assert len(newest.plays) == 3
    assert (newest.winner, newest.why, newest.points) == (None, None, None)
    (row,) = made(*TRICK[:3])["tricks"]
    assert (row["winner"], row["points"], row["version"]) == (None, None, 4)


def test_a_lead_that_holds_has_no_attempt() -> None:
    rows = made(*TRICK, SECOND)["tricks"]
    assert [(row["trick"], row["attempted"], row["cards"]) for row in rows] == [
        (0, "As Ks", 1),
        (1, None, 2),
    ]


def test_the_kitty_comes_to_the_last_trick() -> None:
    first, last = made(*TRICK, SECOND, SHOWN)["tricks"]
    assert (first["kitty_points"], first["kitty_multiplier"]) == (None, None)
    assert (last["kitty_points"], last["kitty_multiplier"]) == (5, 2)


def test_the_kitty_itself_is_in_no_row() -> None:
    told = str(made(*TRICK, SECOND, SHOWN))
    assert "2c" not in told
    assert "5c" not in told


def test_facts_before_the_first_lead_change_nothing() -> None:
    view = view_after(opened())
    assert project(view, events.KittyBuried(seat=P1, cards=cards("2c"))) is view
    assert made() == {"tricks": [], "trick_plays": [], "aces_captured": []}
