"""The list of matches and of rounds, from facts given."""

from collections.abc import Mapping
from typing import Any

from domain.house.match import events
from domain.house.table.events import Ending
from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events as shengji
from domain.shengji.ruleset import Ladder, Ruleset
from domain.shengji.sides import SEATS, Side
from projections.matches.view import MatchView, project
from projections.matches.writer import PROJECTION
from projections.rounds.writer import PROJECTION as ROUNDS
from projections.store.tables import Row
from tests.projections.given import P1, P2, P3, P4, opened, recorded, rows_made

OPENED = events.MatchOpened(match="m", settings=Ruleset(ladder=Ladder.NINE_TO_JACK))
NAMES = ("ann", "bob", "cyd", "dot")
JOINED = tuple(
    events.PlayerJoined(seat=seat, player=name) for seat, name in zip(SEATS, NAMES, strict=True)
)
READY = tuple(
    events.PlayerReady(seat=seat, player=name) for seat, name in zip(SEATS, NAMES, strict=True)
)
BEFORE, AFTER = {Side.A: "9", Side.B: "9"}, {Side.A: "T", Side.B: "9"}
STARTED = events.MatchRoundStarted(round="r", number=1, dealer=None, levels=BEFORE, players=NAMES)


def scored(first: int) -> Mapping[Seat, int]:
    return dict(zip(SEATS, (first, -first) * 2, strict=True))


ENDED = events.MatchRoundEnded(
    round="r",
    ending=Ending.SETTLED,
    levels=AFTER,
    scores=scored(2),
    totals=scored(2),
    next_dealer=P3,
)
FULL: tuple[Event, ...] = (OPENED, *JOINED, *READY)


def view_after(*facts: Event) -> MatchView:
    view = None
    for fact in recorded("match/m", facts):
        view = project(view, fact)
    assert view is not None
    return view


def made(*facts: Event) -> dict[str, list[Row]]:
    return rows_made(PROJECTION, recorded("match/m", facts))


def test_a_match_waits_until_its_first_round() -> None:
    view = view_after(OPENED)
    assert (view.status, view.ladder, view.levels) == ("waiting", "9-J", BEFORE)
    assert [one.player for one in view.seats.values()] == [None] * 4
    assert view_after(*FULL).status == "waiting"
    assert all(one.ready for one in view_after(*FULL).seats.values())


def test_who_quits_before_the_first_round_frees_the_seat() -> None:
    quits = events.PlayerQuit(seat=P2, player="bob")
    rows = made(*FULL, quits)["match_seats"]
    told = [(row["seat"], row["player"], row["ready"]) for row in rows]
    assert told == [("p1", "ann", 1), ("p2", None, 0), ("p3", "cyd", 1), ("p4", "dot", 1)]


def test_a_running_round_is_named() -> None:
    view = view_after(*FULL, STARTED)
    assert (view.status, view.running, view.rounds) == ("running", "r", 1)
    (row,) = made(*FULL, STARTED)["match_rounds"]
    assert (row["number"], row["round"], row["status"], row["dealer"]) == (1, "r", "open", None)
    assert (row["level_a"], row["level_b"], row["after_a"], row["score_p1"]) == (
        "9",
        "9",
        None,
        None,
    )


def test_a_settled_round_moves_levels_scores_and_dealer() -> None:
    rows = made(*FULL, STARTED, ENDED)
    (match,) = rows["matches"]
    assert (match["level_a"], match["level_b"], match["dealer"]) == ("T", "9", "p3")
    assert (match["status"], match["running"], match["ended_at"]) == ("running", None, None)
    assert [row["score"] for row in rows["match_seats"]] == [2, -2, 2, -2]
    (played,) = rows["match_rounds"]
    assert (played["status"], played["after_a"], played["next_dealer"]) == ("complete", "T", "p3")
    assert [played[f"score_{seat}"] for seat in SEATS] == [2, -2, 2, -2]


def test_a_voided_round_changes_nothing() -> None:
    voided = events.MatchRoundEnded(
        round="r",
        ending=Ending.VOIDED,
        levels=BEFORE,
        scores=scored(0),
        totals=scored(0),
        next_dealer=None,
    )
    view = view_after(*FULL, STARTED, voided)
    assert (view.levels, view.dealer, view.running, view.rounds) == (BEFORE, None, None, 1)
    assert view.newest is not None
    assert view.newest.status == "voided"


def test_a_match_is_won_or_abandoned() -> None:
    won = view_after(*FULL, STARTED, ENDED, events.MatchWon(side=Side.A))
    assert (won.status, won.winner, won.reason) == ("won", Side.A, None)
    assert won.ended_at == "2026-03-04T00:00:12.000000Z"
    left = view_after(*FULL, events.MatchAbandoned(reason="rain", round=None))
    assert (left.status, left.winner, left.reason) == ("abandoned", None, "rain")


def test_who_is_away_or_disabled_stays_in_the_seat() -> None:
    facts: tuple[Event, ...] = (
        events.PlayerAway(seat=P1, player="ann"),
        events.MatchSeatDisabled(seat=P4, player="dot"),
    )
    seats = view_after(*FULL, STARTED, *facts).seats
    assert (seats[P1].player, seats[P1].away, seats[P4].disabled) == ("ann", True, True)
    back: tuple[Event, ...] = (
        events.PlayerBack(seat=P1, player="ann"),
        events.MatchSeatEnabled(seat=P4, player="dot"),
    )
    seats = view_after(*FULL, STARTED, *facts, *back).seats
    assert (seats[P1].away, seats[P4].disabled) == (False, False)


def rounds_after(*facts: Event) -> dict[str, Any]:
    """The row of a round of 升級, and the scores of its seats."""
    made = rows_made(ROUNDS, recorded("round/r", facts))
    (row,) = made["rounds"]
    return {**row, "scores": [seat["score"] for seat in made["round_seats"]]}


def test_a_round_of_a_match_is_listed_with_its_level_and_dealer() -> None:
    first = opened(levels=("7", "7"))
    row = rounds_after(first)
    assert (row["game"], row["match"], row["table"]) == ("shengji", "m", None)
    assert (row["status"], row["level"], row["dealer"], row["head"]) == ("open", "7", None, None)
    row = rounds_after(first, shengji.ContestWon(seat=P4, cards=(), points=0, dealer=P4))
    assert (row["dealer"], row["version"]) == ("p4", 2)


def test_a_settled_round_of_a_match_has_points_winners_and_scores() -> None:
    settled = shengji.RoundSettled(
        attack_points=85,
        winners=shengji.Result.DEALER,
        levels=AFTER,
        scores=scored(2),
        next_dealer=P3,
        match_winner=None,
    )
    won = shengji.ContestWon(seat=P4, cards=(), points=0, dealer=P1)
    row = rounds_after(opened(dealer=P1), won, settled)
    assert (row["status"], row["attack_points"], row["winners"]) == ("complete", 85, "dealer")
    assert (row["dealer"], row["next_dealer"], row["pot_total"]) == ("p1", "p3", None)
    assert row["scores"] == [2, -2, 2, -2]


def test_a_voided_round_of_a_match_scores_nothing() -> None:
    row = rounds_after(opened(dealer=P2), shengji.RoundVoided())
    assert (row["status"], row["winners"], row["next_dealer"]) == ("voided", None, None)
    assert row["scores"] == [0, 0, 0, 0]
