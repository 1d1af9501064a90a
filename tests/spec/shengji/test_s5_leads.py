"""S5.1-S5.3, S5.6: what a lead is. Level 7 and ♥ trump where nothing else is said."""

from itertools import permutations

import pytest

from domain.shengji import events
from tests.support.shengji_rounds import P1, cards, facts, pattern_of, playing, refused

# Cards that make no lead all of its suit: one plain of every suit, and a trump.
MORE = "Js Jd Jc Jh"


@pytest.mark.parametrize("card", ["As", "BJ", "7h", "7c", "2h", "Ac", "5s", "3d"])
def test_s5_1_a_single_is_any_card(card: str) -> None:
    assert pattern_of(card, hand=MORE) == "single"


@pytest.mark.parametrize("card", ["As", "5h", "5d", "BJ", "SJ", "3h", "3d", "7s", "2h", "Ac", "9d"])
def test_s5_1_a_pair_is_two_and_a_bomb_four_of_the_same_card(card: str) -> None:
    assert pattern_of(f"2*{card}", hand=MORE) == "pair"
    assert pattern_of(f"4*{card}", hand=MORE) == "bomb"


def test_s5_1_equal_cards_that_are_not_the_same_are_no_pattern() -> None:
    assert pattern_of("7s 7c", hand=MORE) == "throw"
    assert pattern_of("7s 7h 7c 7d", hand=MORE) == "not_a_pattern"
    assert pattern_of("7s 7s 7c 7c", hand=MORE) == "not_a_pattern"
    assert pattern_of("3h 3h 3d 3d", hand=MORE) == "not_a_pattern"


@pytest.mark.parametrize("trump", "shdc")
@pytest.mark.parametrize("suit", "shdc")
def test_s5_2_at_level_7_6688_is_a_tractor_in_any_suit(suit: str, trump: str) -> None:
    lead = f"6{suit} 6{suit} 8{suit} 8{suit}"
    assert pattern_of(lead, trump=trump, hand=MORE) == "tractor"


@pytest.mark.parametrize(
    ("lead", "pattern"),
    [
        ("4h 4h 6h 6h", "tractor"),
        ("2h 2h 4h 4h", "tractor"),
        ("2d 2d 4d 4d", "tractor"),
        ("4d 4d 6d 6d", "tractor"),
        ("2c 2c 4c 4c", "not_a_pattern"),
        ("4c 4c 6c 6c", "not_a_pattern"),
        ("2s 2s 4s 4s", "not_a_pattern"),
        ("As As Ks Ks", "mixed_suits"),
        ("2c 2c 3c 3c", "tractor"),
        ("3s 3s 4s 4s", "tractor"),
        ("4c 4c 5c 5c", "tractor"),
        ("5s 5s 6s 6s", "tractor"),
        ("Kc Kc Ac Ac", "tractor"),
        ("Kh Kh Ah Ah", "tractor"),
        ("Qs Qs Ks Ks", "tractor"),
        ("9d 9d Td Td Jd Jd", "tractor"),
        ("6d 6d 8d 8d 9d 9d Td Td", "tractor"),
        ("2d 2d 4d 4d 6d 6d 8d 8d", "tractor"),
    ],
)
def test_s5_2_ranks_are_neighbours_after_removing_the_raised_cards(lead: str, pattern: str) -> None:
    assert pattern_of(lead, hand=MORE) == pattern


@pytest.mark.parametrize(
    "lead",
    [
        "6c 6c 9c 9c",
        "8c 8c Tc Tc",
        "Ac Ac 2c 2c",
        "6c 6c 6c 8c 8c 8c",
        "6c 6c 8c 8c 8c",
        "4*6c 8c 8c",
        "6c 6c 8c 8c 9c",
        "6c 6c 8c 9c 9c",
        "6c 6c 8c 8c Tc Tc",
        "6c 8c 9c Tc",
        "6c 6c 8c Tc",
    ],
)
def test_s5_2_gaps_triples_and_odd_cards_make_no_tractor(lead: str) -> None:
    assert pattern_of(lead, hand=MORE) == "not_a_pattern"


@pytest.mark.parametrize(
    "lead",
    [
        "BJ BJ SJ SJ",
        "5h 5h 5d 5d",
        "As As 5h 5h",
        "3h 3h 3d 3d",
        "3h 3h 4h 4h",
        "5h 5h 6h 6h",
        "7h 7h 8h 8h",
        "7h 7h 7s 7s",
        "SJ SJ 3h 3h",
    ],
)
def test_s5_2_raised_cards_are_never_in_a_tractor(lead: str) -> None:
    assert pattern_of(lead, hand=MORE) == "not_a_pattern"


@pytest.mark.parametrize(
    ("lead", "trump", "pattern"),
    [
        ("2c 2c 4c 4c", "s", "tractor"),
        ("2c 2c 4c 4c", "c", "tractor"),
        ("2c 2c 4c 4c", "d", "not_a_pattern"),
        ("3c 3c 4c 4c", "s", "mixed_suits"),
        ("3d 3d 4d 4d", "c", "tractor"),
        ("2h 2h 4h 4h", "c", "not_a_pattern"),
        ("2h 2h 3h 3h", "c", "tractor"),
        ("4h 4h 6h 6h", "c", "tractor"),
        ("4d 4d 6d 6d", "s", "tractor"),
        ("Ks Ks As As", "s", "not_a_pattern"),
        ("Qs Qs Ks Ks", "s", "tractor"),
    ],
)
def test_s5_2_which_threes_are_raised_hangs_on_trump(lead: str, trump: str, pattern: str) -> None:
    assert pattern_of(lead, trump=trump, hand=MORE) == pattern


@pytest.mark.parametrize(
    ("level", "lead", "pattern"),
    [
        ("T", "9c 9c Jc Jc", "tractor"),
        ("T", "9h 9h Jh Jh", "tractor"),
        ("T", "6c 6c 8c 8c", "not_a_pattern"),
        ("K", "Qc Qc Ac Ac", "tractor"),
        ("K", "Qs Qs As As", "mixed_suits"),
        ("2", "3c 3c Ac Ac", "not_a_pattern"),
        ("6", "4d 4d 7d 7d", "tractor"),
        ("4", "2d 2d 6d 6d", "tractor"),
        ("4", "3c 3c 5c 5c", "tractor"),
        ("4", "2h 2h 6h 6h 7h 7h", "tractor"),
    ],
)
def test_s5_2_the_level_card_leaves_its_gap(level: str, lead: str, pattern: str) -> None:
    assert pattern_of(lead, level=level, hand=MORE) == pattern


@pytest.mark.parametrize(
    ("lead", "pattern"),
    [
        ("4*6c 4*8c", "bomb"),
        ("4*6c 4*8c 4*9c", "bomb"),
        ("4*4h 4*6h", "bomb"),
        ("4*2d 4*4d 4*6d 4*8d", "bomb"),
        ("4*6c 4*9c", "not_a_pattern"),
        ("4*2c 4*4c", "not_a_pattern"),
        ("4*BJ 4*SJ", "not_a_pattern"),
        ("4*5h 4*5d", "not_a_pattern"),
        ("4*7h 4*8h", "not_a_pattern"),
        ("4*As 4*Ks", "mixed_suits"),
        ("4*6c 8c 8c 8c", "not_a_pattern"),
        ("4*6c 4*8c 9c 9c", "not_a_pattern"),
    ],
)
def test_s5_3_bombs_of_adjacent_ranks_are_one_bomb(lead: str, pattern: str) -> None:
    assert pattern_of(lead, hand=MORE) == pattern


@pytest.mark.parametrize("card", ["As", "BJ", "7c", "9d", "2h"])
def test_s5_6_three_identical_cards_are_no_pattern(card: str) -> None:
    assert pattern_of(f"3*{card}", hand=MORE) == "not_a_pattern"
    assert pattern_of(f"3*{card}", hand=f"{MORE} {card}") == "not_a_pattern"


@pytest.mark.parametrize(
    "lead", ["Kc Kd", "As Ks", "7c Kc", "9d 9c", "BJ Ac", "Ah Ad", "6c 6c 8d 8d", "3d 4d", "5d 4d"]
)
def test_s5_all_cards_of_a_lead_are_of_one_effective_suit(lead: str) -> None:
    assert pattern_of(lead, hand=MORE) == "mixed_suits"


def test_s5_the_order_of_naming_never_matters() -> None:
    for named in sorted({*permutations(("6c", "6c", "8c", "8c"))}):
        assert pattern_of(" ".join(named), hand=MORE) == "tractor"
    assert pattern_of("9d Td 9d Jd Td Jd", hand=MORE) == "tractor"
    assert pattern_of("6c 8c 6c 8c 6c 8c 8c 6c", hand=MORE) == "bomb"


def test_s5_the_cards_led_leave_the_hand_and_stand_as_named() -> None:
    state = playing(p1=f"8c 6c 8c 6c {MORE}", p2=MORE, p3=MORE, p4=MORE)
    (led,) = facts(state, "p1 play 8c 6c 6c 8c")
    assert led == events.CardsLed(
        trick=0,
        seat=P1,
        cards=cards("8c 6c 6c 8c"),
        pattern=events.Pattern.TRACTOR,
        attempted=(),
    )
    assert refused(state, "p1 play 3*8c") == "not_your_cards"
