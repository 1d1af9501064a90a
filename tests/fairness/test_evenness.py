"""Decks, cuts and deals of fixed seeds are as even as chance, at 99 % over all tests together."""

from collections import Counter

import pytest

from domain.cards.packs import PACKS
from tests.support.evenness import (
    LEVEL,
    chi_square_below,
    dealt,
    even,
    like_fixed_points,
    likelihoods,
    two_sided,
)

ROUNDS = {52: 4_000, 216: 1_500}
SEED = b"tests"
TESTS = {52: 24, 216: 25}


@pytest.fixture(scope="module")
def made() -> dict[str, float]:
    """All tests on both packs, by name."""
    return {
        f"{size} cards, {name}": likely
        for size in PACKS
        for name, likely in likelihoods(size, ROUNDS[size], SEED).items()
    }


def test_no_test_of_all_calls_the_decks_uneven(made: dict[str, float]) -> None:
    assert len(made) == sum(TESTS.values())
    least = LEVEL / len(made)
    assert {name: likely for name, likely in made.items() if likely < least} == {}


def test_how_likely_the_counts_are_is_itself_even(made: dict[str, float]) -> None:
    quarters = Counter(min(3, int(likely * 4)) for likely in made.values())
    assert even(quarters, 4) > LEVEL


def test_a_deck_that_favours_a_card_by_a_little_is_called_uneven() -> None:
    orders = [one.hands for one in dealt(52, 4_000, SEED)]
    # One deal in fifty has the ace of spades on top.
    first = Counter(12 if number % 50 == 0 else order[0] for number, order in enumerate(orders))
    assert even(first, 52) < LEVEL / sum(TESTS.values())


def test_a_house_that_deals_the_pack_as_it_lies_is_called_uneven() -> None:
    orders = [
        (*range(52),) if n % 25 == 0 else one.deck for n, one in enumerate(dealt(52, 2_000, SEED))
    ]
    assert like_fixed_points(orders) < 1e-9


def test_counts_that_fit_too_well_are_no_chance() -> None:
    assert even(dict.fromkeys(range(52), 100), 52) == 0


@pytest.mark.parametrize(
    ("square", "freedom", "below"),
    [
        (3.841459, 1, 0.95), (6.634897, 1, 0.99), (0.003932, 1, 0.05), (9.236357, 5, 0.90),
        (13.2767, 4, 0.99), (34.76425, 50, 0.05), (76.15389, 50, 0.99), (249.4451, 200, 0.99),
    ],
)  # fmt: skip
def test_chi_squares_are_those_of_the_tables(square: float, freedom: int, below: float) -> None:
    assert chi_square_below(square, freedom) == pytest.approx(below, abs=1e-5)
    assert two_sided(square, freedom) == pytest.approx(2 * min(below, 1 - below), abs=2e-5)
