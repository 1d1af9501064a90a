"""Reading, sharing and raking points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chips.amount import MOST, NO_AMOUNT, read_amount
from domain.chips.rake import rake_of
from domain.chips.share import share_by_weight, share_equally


@pytest.mark.parametrize(
    ("word", "points"),
    [("50", 50), ("0050", 50), ("0", 0), ("9223372036854775807", MOST), ("00", 0)],
)
def test_decimal_digits_are_points(word: str, points: int) -> None:
    assert read_amount(word) == points


@pytest.mark.parametrize(
    "word",
    ["", "+5", "-5", "5.0", "5e3", "5_000", "5,000", "0x10", "５０", "٣", "²", "abc", "5 ", "\n5"],
)
def test_anything_else_is_no_amount(word: str) -> None:
    assert read_amount(word) == NO_AMOUNT


@pytest.mark.parametrize("word", ["9223372036854775808", "1" * 20, "9" * 1_000_000])
def test_what_no_stack_can_hold_is_just_above_the_most(word: str) -> None:
    assert read_amount(word) == MOST + 1


def test_leading_zeros_cost_nothing() -> None:
    assert read_amount("0" * 1_000_000 + "7") == 7


@given(st.integers(0, 10**6), st.integers(1, 7))
def test_z7_7_equal_shares_lose_nothing_and_differ_by_one_at_most(points: int, parts: int) -> None:
    shares = share_equally(points, parts)
    assert sum(shares) == points
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)


def test_z9_5_the_largest_remainder_is_served_first_and_equals_in_order() -> None:
    assert share_by_weight(10, (59_600, 150, 250)) == (10, 0, 0)
    assert share_by_weight(3, (1, 1)) == (2, 1)
    assert share_by_weight(5, (3, 3, 3)) == (2, 2, 1)
    assert share_by_weight(7, (1, 2, 4)) == (1, 2, 4)
    assert share_by_weight(2, (1, 1, 5)) == (0, 0, 2)
    assert share_by_weight(0, (0, 0)) == (0, 0)


@given(st.integers(0, 10**6), st.lists(st.integers(1, 10**6), min_size=1, max_size=9))
def test_z9_5_weighted_shares_lose_nothing_and_are_within_one_of_exact(
    points: int,
    weights: list[int],
) -> None:
    shares = share_by_weight(points, weights)
    whole = sum(weights)
    assert sum(shares) == points
    for share, weight in zip(shares, weights, strict=True):
        assert points * weight // whole <= share <= points * weight // whole + 1


@pytest.mark.parametrize(
    ("points", "rake_bp", "rake"),
    [
        (350, 500, 17),
        (250, 500, 12),
        (60_000, 500, 3_000),
        (19, 500, 0),
        (-5, 500, 0),
        (9, 10_000, 9),
    ],
)
def test_z9_1_rake_is_rounded_down_and_never_of_a_loss(
    points: int, rake_bp: int, rake: int
) -> None:
    assert rake_of(points, rake_bp) == rake
