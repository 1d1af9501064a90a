"""S8.1, S8.2: the kitty's points, and what the attackers' points mean. Level 7, ♥ trump."""

import pytest

from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import Result, ScoreCause
from domain.shengji.sides import NEXT, PARTNER, SEATS, SIDE_OF, other_side
from tests.support.shengji_ends import End, ended, with_points
from tests.support.shengji_rounds import (
    facts,
    playing,
)


def last_trick(*plays: str, buried: str = "5s Ts Ks 5*2c", points: int = 100) -> End:
    """A last trick led by p1, the dealer."""
    p1, p2, p3, p4 = plays
    state = playing(points=points, buried=buried, p1=p1, p2=p2, p3=p3, p4=p4)
    said = [f"{seat} play {play}" for seat, play in zip(SEATS, plays, strict=True)]
    return ended(state, *said)


@pytest.mark.parametrize(
    ("plays", "multiplier"),
    [
        (("9c", "8c", "Jc", "Tc"), 0),
        (("9c", "8c", "2h", "6c"), 0),
        (("9c", "Jc", "8c", "4c"), 1),
        (("9c", "8c", "4c", "Jc"), 1),
        (("9c", "2h", "8c", "4c"), 2),
        (("9c", "As", "8c", "4c"), 2),
        (("2h", "4h", "3s", "4c"), 2),
        (("9c 9c", "Jc Jc", "8c 4c", "4c 4c"), 1),
        (("9c 9c", "7s 7s", "8c 4c", "4c 4c"), 2),
        (("6c 6c 8c 8c", "4*4c", "4*4d", "4*6d"), 1),
        (("6c 6c 8c 8c", "4*4h", "4*4d", "4*6d"), 2),
        (("Kc 9c", "2h 4h", "4d 4d", "6d 6d"), 2),
        (("Kc Kc 9c", "2h 2h 4h", "4d 4d 4d", "6d 6d 6d"), 2),
        (("Kc Kc 9c", "2h 4h 6h", "4d 4d 4d", "6d 6d 6d"), 0),
    ],
)
def test_s8_1_the_kittys_points_by_who_wins_the_last_trick_and_how(
    plays: tuple[str, str, str, str], multiplier: int
) -> None:
    end = last_trick(*plays)
    assert (end.kitty.points, end.kitty.multiplier) == (25, multiplier)
    won = [fact for fact in end.told if isinstance(fact, events.TrickWon)]
    assert end.state.attack_points == won[-1].attack_points + 25 * multiplier


def test_s8_1_the_points_of_the_last_trick_itself_count_once() -> None:
    end = last_trick("Kc", "2h", "5c", "Tc")
    assert end.state.attack_points == 100 + 25 + 2 * 25


def test_s8_1_won_by_the_dealers_side_the_attackers_points_stay() -> None:
    end = last_trick("9c", "8c", "Kc", "Tc")
    assert end.state.attack_points == 100
    assert end.kitty.points == 25


def test_s8_1_only_the_last_trick_takes_the_kitty() -> None:
    state = playing(points=100, p1="9c 4d", p2="2h 4d", p3="8c 4d", p4="4c 4d")
    told = facts(state, "p1 play 9c", "p2 play 2h", "p3 play 8c", "p4 play 4c")
    assert not any(isinstance(fact, events.KittyShown) for fact in told)


def test_s8_1_kitty_points_can_lift_the_attackers_over_a_border() -> None:
    held = last_trick("9c", "8c", "Jc", "4c", points=155)
    assert (held.state.winners, held.state.attack_points) == (Result.DEALER, 155)
    lost = last_trick("9c", "Jc", "8c", "4c", points=135)
    assert (lost.state.winners, lost.state.attack_points) == (Result.ATTACKERS, 160)


ROWS = [
    (0, Result.DEALER, 4, 8),
    (1, Result.DEALER, 1, 2),
    (5, Result.DEALER, 1, 2),
    (155, Result.DEALER, 1, 2),
    (159, Result.DEALER, 1, 2),
    (160, Result.ATTACKERS, 0, 1),
    (235, Result.ATTACKERS, 0, 1),
    (239, Result.ATTACKERS, 0, 1),
    (240, Result.ATTACKERS, 1, 2),
    (319, Result.ATTACKERS, 1, 2),
    (320, Result.ATTACKERS, 2, 4),
    (395, Result.ATTACKERS, 2, 4),
    (399, Result.ATTACKERS, 2, 4),
    (400, Result.ATTACKERS, 3, 6),
    (560, Result.ATTACKERS, 3, 6),
]


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(("points", "winners", "gained", "score"), ROWS)
def test_s8_2_levels_scores_and_next_dealer_by_the_attackers_points(
    points: int, winners: Result, gained: int, score: int, dealer: Seat
) -> None:
    end = with_points(points, dealer=dealer, level="7", other="6")
    side = SIDE_OF[dealer] if winners is Result.DEALER else other_side(SIDE_OF[dealer])
    start = "7" if side is SIDE_OF[dealer] else "6"
    ladder = "246789TJQK"
    assert (end.state.attack_points, end.state.winners) == (points, winners)
    assert end.state.levels[side] == ladder[ladder.index(start) + gained]
    assert end.state.levels[other_side(side)] == ("6" if start == "7" else "7")
    signs = {seat: 1 if SIDE_OF[seat] is side else -1 for seat in SEATS}
    assert end.state.scores == {seat: sign * score for seat, sign in signs.items()}
    assert end.scores(ScoreCause.RESULT) == end.state.scores
    held = winners is Result.DEALER
    assert end.state.next_dealer == (PARTNER[dealer] if held else NEXT[dealer])
    assert end.state.match_winner is None
    changed = [fact for fact in end.told if isinstance(fact, events.LevelChanged)]
    assert [(fact.side, fact.gained, fact.lost) for fact in changed] == (
        [(side, gained, 0)] if gained else []
    )
