"""The order of hands. Two seats hold fronts of 0 points each, so that their backs decide."""

from itertools import combinations

import pytest

from tests.support.play import deals, each, play

# One pile of each strength, weakest first.
UPWARD = (
    ["73", "TK", "TA", "AJ", "T2", "2Q", "A2", "3K", "T4", "4J", "23", "5Q", "24", "6K", "T7", "7J"]
    + ["53", "8K", "54", "9Q", "JQ"]
    + [rank + rank for rank in "23456789TJQKA"]
)
# Piles of equal strength.
EQUAL = (
    ["A9", "28", "37", "46"],
    ["TJ", "TQ", "TK"],
    ["TA", "29", "38", "47", "56"],
    ["8J", "8Q", "8K"],
    ["T9", "A8", "27", "36", "45"],
    ["JQ", "JK", "QK"],
)
TWO = {"min_players": 2}


def unbeaten(front_1: str, back_1: str, front_2: str, back_2: str) -> str:
    """Plays two split hands against each other; the unbeaten seats."""
    dealt = deals(f"{front_1} {back_1}", f"{front_2} {back_2}")
    first, second = f"p1 split {front_1} | {back_1}", f"p2 split {front_2} | {back_2}"
    played = play(dealt, "p1 bet 50", "p2 call", first, second, seats=2, settings=TWO)
    if played.status == "waiting":
        assert played.waiting == ("deal", "p1 p2")
        return "p1 p2"
    return " ".join(played.unbeaten(0))


def pile(ranks: str, suit: str) -> str:
    """Two cards of these ranks, in one suit unless they are a pair."""
    second = "hc".replace(suit, "") if ranks[0] == ranks[1] else suit
    return f"{ranks[0]}{suit} {ranks[1]}{second}"


@pytest.mark.parametrize("place", range(len(UPWARD) - 1))
def test_z5_3_each_strength_of_pile_beats_the_one_below(place: int) -> None:
    low, high = pile(UPWARD[place], "h"), pile(UPWARD[place + 1], "c")
    assert unbeaten("As 9s", low, "Ad 9d", high) == "p2"
    assert unbeaten("As 9s", high, "Ad 9d", low) == "p1"


@pytest.mark.parametrize(
    ("one", "other"), [pair for line in EQUAL for pair in combinations(line, 2)]
)
def test_z5_2_piles_of_equal_points_are_equal(one: str, other: str) -> None:
    assert unbeaten("As 9s", pile(one, "h"), "Ad 9d", pile(other, "c")) == "p1 p2"


def test_z5_2_every_luosuo_is_equal() -> None:
    assert unbeaten("Js Qs", "Ah Ac", "Qd Kd", "As Ad") == "p1 p2"
    # 囉唆 needs two different cards of J Q K: ten and king are half a point.
    assert unbeaten("Ts Ks", "Ah Ac", "Jd Kd", "As Ad") == "p2"


def test_z5_3_the_order_holds_for_fronts_too() -> None:
    assert unbeaten("9s Ks", "Ah Ac", "9d 8d", "As Ad") == "p1"
    assert unbeaten("2s 2d", "Ah Ac", "Js Kd", "As Ad") == "p1"


@pytest.mark.parametrize("rank", "29TJQ")
def test_z5_4_quads_beat_every_pair_in_front_and_back(rank: str) -> None:
    # Two pairs of two ranks are the most that is no quads.
    front, back = f"{rank}s {rank}d", f"{rank}h {rank}c"
    assert unbeaten(front, back, "Ks Kd", "As Ad") == "p1"
    assert unbeaten("Ks Kd", "As Ad", front, back) == "p2"


@pytest.mark.parametrize(("low", "high"), [*zip("23456789TJQK", "3456789TJQKA", strict=True)])
def test_z5_4_quads_rank_by_their_cards_ace_high(low: str, high: str) -> None:
    piles = [f"{rank}s {rank}d" for rank in (low, high)]
    backs = [f"{rank}h {rank}c" for rank in (low, high)]
    assert unbeaten(piles[0], backs[0], piles[1], backs[1]) == "p2"
    assert unbeaten(piles[1], backs[1], piles[0], backs[0]) == "p1"


def test_z5_4_quads_go_to_the_showdown() -> None:
    begun = [*deals("2s 2d 2c 2h", "As Ad Ks Kd", "9s 9d 8s 8d"), "p1 bet 50"]
    played = play(begun, each("p2 p3", "call"))
    assert played.waiting == ("splitting", "p1 p2 p3")


def test_z5_5_suits_never_count() -> None:
    assert unbeaten("2c 3c", "9c Tc", "2s 3s", "9s Ts") == "p1 p2"
    assert unbeaten("2c 3c", "Ac Ad", "2s 3s", "As Ah") == "p1 p2"
