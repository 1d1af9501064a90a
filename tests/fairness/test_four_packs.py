"""A deck of four packs: what a seed gives, who is dealt what, and which card lies face up."""

from collections import Counter
from hashlib import sha256

import pytest

from domain.cards.card import PACK, Card
from domain.cards.packs import FOUR_PACKS
from domain.fairness.shuffle import shuffled, shuffled_and_drawn
from domain.kernel.seats import Seat
from domain.shengji.deck import DEALT, deal_from, face_up
from domain.shengji.sides import SEATS
from tests.docs.markdown import page, spans, table

TABLE = table(page("fairness.md"), "seed", "deck of four packs, from the top", "face-up place")
PUBLISHED = [
    (bytes.fromhex(*spans(seed)), tuple(" ".join(spans(deck)).split()), int(place))
    for seed, deck, place in TABLE.rows
]
NUMBERED = tuple(Card(str(place)) for place in range(216))
"""A deck whose cards tell their places."""


def numbered(dealer: str | None) -> tuple[dict[str, list[int]], list[int]]:
    """Deal the numbered deck; return the places that every seat and the kitty got."""
    hands, kitty = deal_from(NUMBERED, None if dealer is None else Seat(dealer))
    return {seat: list(map(int, hand)) for seat, hand in hands.items()}, list(map(int, kitty))


@pytest.mark.parametrize(("seed", "deck", "place"), PUBLISHED)
def test_published_seeds_give_the_published_decks_and_places(
    seed: bytes, deck: tuple[str, ...], place: int
) -> None:
    assert shuffled_and_drawn(FOUR_PACKS, seed, DEALT) == (deck, place)
    assert shuffled(FOUR_PACKS, seed) == deck


def test_several_decks_are_published() -> None:
    assert len({seed for seed, _, _ in PUBLISHED}) == 3
    assert all(sorted(deck) == sorted(FOUR_PACKS) for _, deck, _ in PUBLISHED)


def test_the_pack_is_four_times_the_54_cards() -> None:
    counted = Counter(FOUR_PACKS)
    assert set(counted.values()) == {4}
    assert set(counted) == {*PACK, "SJ", "BJ"}
    assert FOUR_PACKS[52:56] == ("SJ", "BJ", "2s", "3s")


@pytest.mark.parametrize(
    ("dealer", "first"), [(None, "p1"), ("p1", "p2"), ("p2", "p3"), ("p3", "p4"), ("p4", "p1")]
)
def test_s1_1_cards_go_round_one_at_a_time_from_the_seat_after_the_dealer(
    dealer: str | None, first: str
) -> None:
    hands, kitty = numbered(dealer)
    assert list(hands) == list(SEATS)
    turns = [*SEATS[SEATS.index(Seat(first)) :], *SEATS[: SEATS.index(Seat(first))]]
    for turn, seat in enumerate(turns):
        assert hands[seat] == list(range(turn, 208, 4))
        assert len(hands[seat]) == 52
    assert kitty == list(range(208, 216))


def test_s3_1_the_face_up_card_is_the_one_dealt_at_its_place() -> None:
    hands, _ = deal_from(NUMBERED, None)
    for place in range(DEALT):
        seat, card = face_up(hands, place)
        assert card == str(place)
        assert card in hands[seat]


def test_s3_1_every_place_is_face_up_equally_often() -> None:
    drawn = Counter(
        shuffled_and_drawn("ab", sha256(b"up %d" % number).digest(), DEALT)[1]
        for number in range(20_800)
    )
    assert set(drawn) <= set(range(DEALT))
    # Chi-square with 207 degrees of freedom: above 320 once in more than a million times.
    assert sum((n - 100) ** 2 for n in drawn.values()) / 100 + 100 * (DEALT - len(drawn)) < 320
