"""A seed gives one deck for ever, and over many seeds every card is everywhere equally often."""

from collections import Counter
from hashlib import sha256
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards.card import PACK
from domain.fairness.shuffle import below, shuffled
from tests.docs.markdown import page, spans, tables

TABLE = next(
    one for one in tables(page("fairness.md")) if one.header == ("seed", "deck, from the top")
)
PUBLISHED = [
    (bytes.fromhex(seed), tuple(deck.split()))
    for seed, deck in (spans(" ".join(row)) for row in TABLE.rows)
]

DECKS = 8_000
BEYOND_CHANCE = 120.0
"""Chi-square with 51 degrees of freedom is above this once in more than ten million times."""


def decks(count: int) -> list[tuple[str, ...]]:
    """So many decks of seeds that are always the same."""
    return [shuffled(PACK, sha256(b"%d" % number).digest()) for number in range(count)]


def chi_square(counted: Counter[str], expected: float, kinds: int) -> float:
    missing = kinds - len(counted)
    return sum((n - expected) ** 2 for n in counted.values()) / expected + missing * expected


@pytest.mark.parametrize(("seed", "deck"), PUBLISHED)
def test_published_seeds_give_the_published_decks(seed: bytes, deck: tuple[str, ...]) -> None:
    assert shuffled(PACK, seed) == deck


def test_several_decks_are_published() -> None:
    assert len({seed for seed, _ in PUBLISHED}) == 3
    assert all(len(seed) == 32 and set(deck) == set(PACK) for seed, deck in PUBLISHED)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 60))
def test_a_shuffle_keeps_every_card_and_is_repeatable(seed: bytes, size: int) -> None:
    pack = range(size)
    deck = shuffled(pack, seed)
    assert sorted(deck) == list(pack)
    assert deck == shuffled(pack, seed)


def test_every_place_gets_every_card_equally_often() -> None:
    for place in zip(*decks(DECKS), strict=True):
        assert chi_square(Counter(place), DECKS / 52, 52) < BEYOND_CHANCE


def test_every_card_is_followed_by_every_other_equally_often() -> None:
    followed: dict[str, Counter[str]] = {card: Counter() for card in PACK}
    for deck in decks(DECKS):
        for card, following in pairwise(deck):
            followed[card][following] += 1
    for counted in followed.values():
        assert chi_square(counted, counted.total() / 51, 51) < BEYOND_CHANCE


def test_all_orders_of_three_come_equally_often() -> None:
    orders = Counter(
        "".join(shuffled("abc", sha256(b"three %d" % number).digest())) for number in range(6_000)
    )
    assert len(orders) == 6
    assert chi_square(orders, 1_000, 6) < 45  # of 5 degrees of freedom: once in 100 million times


def test_an_unevenness_would_be_found() -> None:
    # Exchanging every card with any, the usual mistake, is uneven by a few parts in a hundred.
    wrong = Counter[str]()
    for number in range(60_000):
        deck = list("abc")
        seed = sha256(b"wrong %d" % number).digest()
        for place in range(3):
            other = int.from_bytes(seed[place * 4 : place * 4 + 4]) % 3
            deck[place], deck[other] = deck[other], deck[place]
        wrong["".join(deck)] += 1
    assert chi_square(wrong, 10_000, 6) > 45


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    words = iter([0xFFFFFFFF, 0xFFFFFFFE, 51, 52, 103])
    # 2**32 is 48 above a multiple of 52, so the last 48 words are passed over.
    assert [below(52, words) for _ in range(3)] == [51, 0, 51]
    assert list(islice(words, 1)) == []
    assert below(52, iter([2**32 - 48, 2**32 - 49])) == 51
    assert below(1, iter([2**32 - 1])) == 0
