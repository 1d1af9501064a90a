"""The ledgers of levels and scores, from facts given: what moved, by how much, and why."""

from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import ScoreCause
from domain.shengji.sides import Side
from projections.levels.view import EMPTY, Cause, LevelLine, change_of, project
from projections.levels.writer import PROJECTION as LEVELS
from projections.scores.view import EMPTY as NO_SCORES
from projections.scores.view import lines_of
from projections.scores.view import project as project_scores
from projections.scores.writer import PROJECTION as SCORES
from tests.projections.given import P1, P2, P3, P4, opened, recorded, rows_made


def changed(side: Side, before: str, gained: int, lost: int, after: str) -> events.LevelChanged:
    return events.LevelChanged(side=side, before=before, gained=gained, lost=lost, after=after)


def won(dealer: Seat) -> events.ContestWon:
    return events.ContestWon(seat=P2, cards=(), points=0, dealer=dealer)


def line_after(*facts: Event) -> LevelLine | None:
    """The line of the last fact, given those before it."""
    view = EMPTY
    for fact in facts:
        view = project(view, fact)
    return change_of(view, facts[-1])


def test_the_dealers_side_gains_because_it_held() -> None:
    line = line_after(opened(dealer=P3), won(P3), changed(Side.A, "2", 4, 0, "8"))
    assert line == LevelLine(
        match="m",
        side=Side.A,
        before="2",
        gained=4,
        gained_for=Cause.HELD,
        lost=0,
        lost_for=None,
        after="8",
    )


def test_the_attackers_gain_because_they_took() -> None:
    line = line_after(opened(dealer=P3), won(P3), changed(Side.B, "2", 2, 0, "6"))
    assert line is not None
    assert (line.gained_for, line.lost_for) == (Cause.TAKEN, None)


def test_in_a_first_round_the_winner_of_the_contest_is_the_dealer() -> None:
    line = line_after(opened(), won(P2), changed(Side.B, "2", 1, 0, "4"))
    assert line is not None
    assert line.gained_for is Cause.HELD


def test_a_side_falls_for_captured_aces_alone() -> None:
    line = line_after(opened(dealer=P1, levels=("9", "6")), changed(Side.B, "6", 0, 2, "2"))
    assert line is not None
    assert (line.gained, line.gained_for) == (0, None)
    assert (line.lost, line.lost_for) == (2, Cause.ACE)


def test_both_causes_in_one_change_are_both_told() -> None:
    line = line_after(opened(dealer=P1), changed(Side.A, "2", 1, 1, "2"))
    assert line is not None
    assert (line.gained, line.gained_for) == (1, Cause.HELD)
    assert (line.lost, line.lost_for) == (1, Cause.ACE)
    assert (line.before, line.after) == ("2", "2")


def test_other_facts_change_no_level() -> None:
    assert line_after(opened(dealer=P1), won(P1)) is None
    assert line_after(opened(dealer=P1), events.RoundVoided()) is None


def test_the_row_of_a_level_says_where_and_when() -> None:
    facts = recorded("round/r", [opened(dealer=P1), changed(Side.A, "2", 1, 0, "4")])
    made = rows_made(LEVELS, facts)
    assert made == {
        "levels": [
            {
                "round": "r",
                "match": "m",
                "side": "A",
                "before": "2",
                "gained": 1,
                "gained_for": "held",
                "lost": 0,
                "lost_for": None,
                "after": "4",
                "position": 20,
                "changed_at": "2026-03-04T00:00:02.000000Z",
            }
        ]
    }


def given_scores(cause: ScoreCause, *scores: int) -> events.ScoresGiven:
    return events.ScoresGiven(cause=cause, scores=dict(zip((P1, P2, P3, P4), scores, strict=True)))


def test_every_seat_has_a_line_for_every_cause() -> None:
    view = project_scores(NO_SCORES, opened(match=None))
    lines = lines_of(view, given_scores(ScoreCause.ACE, 5, -5, 0, 0))
    assert [(one.seat, one.player, one.score) for one in lines] == [
        (P1, "ann", 5),
        (P2, "bob", -5),
        (P3, "cyd", 0),
        (P4, "dot", 0),
    ]
    assert {(one.cause, one.match) for one in lines} == {(ScoreCause.ACE, None)}
    assert lines_of(view, events.RoundVoided()) == ()


def test_the_rows_of_scores_add_up_to_zero() -> None:
    given = [
        opened(),
        given_scores(ScoreCause.ACE, 0, -10, 10, 0),
        given_scores(ScoreCause.RESULT, 2, -2, 2, -2),
        given_scores(ScoreCause.MATCH, 10, -10, 10, -10),
    ]
    made = rows_made(SCORES, recorded("round/r", given))["scores"]
    assert [(row["cause"], row["position"]) for row in made[::4]] == [
        ("ace_captured", 20),
        ("result", 30),
        ("match_won", 40),
    ]
    assert len(made) == 12
    assert sum(row["score"] for row in made) == 0
    assert sum(row["score"] for row in made if row["player"] == "cyd") == 22
