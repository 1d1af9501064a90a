"""S8.3-S8.5: levels, the end of a match, voiding."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.decider import SHENGJI
from domain.shengji.events import ScoreCause
from domain.shengji.ruleset import Ladder
from domain.shengji.sides import PARTNER, SEATS, SIDE_OF, Side, other_side
from domain.shengji.state import Playing, State, Voided
from tests.support.shengji_ends import with_points
from tests.support.shengji_rounds import (
    P2,
    P3,
    after,
    burying,
    contesting,
    facts,
    opened,
    playing,
    refused,
    returning,
)


@pytest.mark.parametrize(
    ("level", "points", "levels"),
    [
        ("2", 100, "4 2"),
        ("4", 100, "6 4"),
        ("2", 0, "8 2"),
        ("9", 100, "T 9"),
        ("T", 0, "K T"),
        ("J", 0, "K J"),
        ("Q", 100, "K Q"),
        ("Q", 240, "Q K"),
        ("Q", 400, "Q K"),
        ("K", 400, "K K"),
        ("2", 400, "2 7"),
    ],
)
def test_s8_3_levels_are_steps_of_the_ladder_and_end_with_it(
    level: str, points: int, levels: str
) -> None:
    assert with_points(points, level=level).levels == levels


@pytest.mark.parametrize(
    ("level", "points", "levels"), [("9", 100, "T 9"), ("9", 0, "J 9"), ("T", 320, "T J")]
)
def test_s8_3_the_short_ladder(level: str, points: int, levels: str) -> None:
    assert with_points(points, level=level, ladder=Ladder.NINE_TO_JACK).levels == levels


@pytest.mark.parametrize(
    ("lost", "points", "levels"),
    [
        ({Side.A: 1}, 100, "7 7"),
        ({Side.A: 2}, 100, "6 7"),
        ({Side.A: 3}, 100, "4 7"),
        ({Side.A: 4}, 100, "2 7"),
        ({Side.A: 8}, 100, "2 7"),
        ({Side.A: 4}, 0, "7 7"),
        ({Side.B: 1}, 100, "8 6"),
        ({Side.B: 4}, 100, "8 2"),
        ({Side.A: 1, Side.B: 2}, 200, "6 4"),
        ({Side.A: 1, Side.B: 2}, 400, "6 8"),
        ({Side.B: 3}, 240, "7 4"),
    ],
)
def test_s8_3_gained_less_lost_is_one_sum(lost: dict[Side, int], points: int, levels: str) -> None:
    assert with_points(points, lost=lost).levels == levels


@pytest.mark.parametrize(
    ("level", "points", "lost", "after_it"),
    [("2", 100, 1, "2"), ("2", 100, 3, "2"), ("2", 0, 2, "6"), ("K", 0, 5, "Q"), ("Q", 0, 3, "K")],
)
def test_s8_3_no_border_is_passed_on_the_way(
    level: str, points: int, lost: int, after_it: str
) -> None:
    """Only the end counts: on K four levels gained and five lost are Q, not J."""
    assert with_points(points, level=level, lost={Side.A: lost}).state.levels[Side.A] == after_it


def test_s8_3_a_change_tells_what_was_gained_and_lost() -> None:
    end = with_points(0, level="Q", other="2", lost={Side.A: 1, Side.B: 2})
    changed = [fact for fact in end.told if isinstance(fact, events.LevelChanged)]
    assert changed == [
        events.LevelChanged(side=Side.A, before="Q", gained=4, lost=1, after="K"),
        events.LevelChanged(side=Side.B, before="2", gained=0, lost=2, after="2"),
    ]


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(("level", "ladder"), [("K", "2-K"), ("J", "9-J")])
@pytest.mark.parametrize(("points", "score"), [(0, 18), (1, 12), (159, 12)])
def test_s8_4_who_holds_on_the_last_level_wins_the_match(
    points: int, score: int, level: str, ladder: str, dealer: Seat
) -> None:
    end = with_points(points, dealer=dealer, level=level, other="9", ladder=Ladder(ladder))
    side = SIDE_OF[dealer]
    assert end.state.match_winner is side
    assert end.state.levels == {side: level, other_side(side): "9"}
    signs = {seat: 1 if SIDE_OF[seat] is side else -1 for seat in SEATS}
    assert end.scores(ScoreCause.MATCH) == {seat: 10 * sign for seat, sign in signs.items()}
    assert end.state.scores == {seat: sign * score for seat, sign in signs.items()}
    assert end.state.next_dealer == PARTNER[dealer]


@pytest.mark.parametrize(
    ("level", "points"), [("K", 160), ("K", 240), ("K", 400), ("Q", 0), ("J", 0), ("Q", 100)]
)
def test_s8_4_not_on_another_level_and_not_when_it_lost(level: str, points: int) -> None:
    end = with_points(points, level=level)
    assert end.state.match_winner is None
    assert end.scores(ScoreCause.MATCH) == {}


def test_s8_4_the_attackers_win_no_match_on_their_last_level() -> None:
    end = with_points(400, level="Q", other="K")
    assert end.state.match_winner is None
    assert end.levels == "Q K"


@pytest.mark.parametrize(
    ("points", "lost", "won", "level"),
    [
        (100, 0, True, "K"),
        (100, 1, False, "K"),
        (100, 2, False, "Q"),
        (0, 3, True, "K"),
        (0, 4, False, "K"),
        (0, 5, False, "Q"),
    ],
)
def test_s8_4_a_win_is_blocked_by_captured_aces(
    points: int, lost: int, won: bool, level: str
) -> None:
    end = with_points(points, level="K", other="2", lost={Side.A: lost})
    assert end.state.match_winner is (Side.A if won else None)
    assert end.state.levels[Side.A] == level
    assert end.state.next_dealer == P3


def test_s8_4_aces_the_others_lost_block_nothing() -> None:
    assert with_points(100, level="K", lost={Side.B: 4}).state.match_winner is Side.A


def test_s8_the_end_is_told_in_order() -> None:
    told = with_points(100, level="K", lost={Side.B: 1}).told
    kinds = [type(fact).__name__ for fact in told[4:]]
    assert kinds[:2] == ["TrickWon", "KittyShown"]
    assert kinds[-1] == "RoundSettled"
    assert set(kinds[2:-1]) == {"ScoresGiven", "LevelChanged"}


@pytest.mark.parametrize(
    "state",
    [
        after(SHENGJI.initial, opened()),
        contesting(),
        after(contesting(), "p1 pass", "p3 pass", "p2 pass"),
        returning({P2: 1}, p1="4d 4d"),
        burying(p1="4*4d 4*6d 4c"),
        playing(p1="4d", p2="4d", p3="4d", p4="4d"),
    ],
    ids=lambda state: type(state).__name__,
)
def test_s8_5_a_voided_round_changes_nothing_and_is_over(state: State) -> None:
    assert facts(state, "void @operator") == [events.RoundVoided()]
    done = after(state, "void @operator")
    assert isinstance(done, Voided)
    assert SHENGJI.is_terminal(done)
    assert refused(done, "p1 pass") == "round_over"
    assert refused(done, "void @operator") == "round_over"


def test_s8_a_settled_round_is_over() -> None:
    done = with_points(100).state
    assert SHENGJI.is_terminal(done)
    assert refused(done, "p1 play BJ") == "round_over"
    assert not SHENGJI.is_terminal(playing(p1="4d"))
    assert isinstance(playing(p1="4d"), Playing)
