"""A committed deck: one root binds the house to every card, and gives none away."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards.card import CARDS, PACK, Card
from domain.cards.packs import PACKS
from domain.fairness.committed import Opening, Where, cards_of, committed, leaf_of, opens
from domain.fairness.cut import anchor_of, cut_of, order_and_place, order_by
from domain.fairness.tree import root_of
from domain.kernel.seats import seats_of
from domain.shengji.deck import DEALT

secrets = st.binary(min_size=32, max_size=32)
wheres = st.builds(Where, st.text(min_size=1, max_size=9), st.integers(0, 9))
packs = st.sampled_from(list(PACKS.values()))


@given(wheres, packs, secrets)
def test_every_card_of_the_pack_is_bound_at_one_index(
    where: Where, pack: tuple[Card, ...], secret: bytes
) -> None:
    deck = committed(where, pack, secret)
    assert sorted(deck.cards) == sorted(pack)
    assert deck.cards == cards_of(where.stage, pack, secret)
    assert deck.root == root_of(deck.leaves)
    assert len({*deck.salts}) == len({*deck.leaves}) == len(pack)


@given(wheres, packs, secrets, st.data())
def test_an_opening_opens_its_own_card_at_its_own_place_only(
    where: Where, pack: tuple[Card, ...], secret: bytes, data: st.DataObject
) -> None:
    deck, size = committed(where, pack, secret), len(pack)
    index = data.draw(st.integers(0, size - 1))
    opening = deck.opening(index)
    assert opens(where, size, deck.root, opening)
    for card in CARDS - {opening.card}:
        assert not opens(where, size, deck.root, _with(opening, card=card))
    for other in {*range(size)} - {index}:
        assert not opens(where, size, deck.root, _with(opening, index=other))
    assert not opens(where, size, deck.root, _with(opening, salt=bytes(32)))
    assert not opens(where, size, deck.root, _with(opening, path=opening.path[:-1]))
    assert not opens(Where(where.round, where.stage + 1), size, deck.root, opening)
    assert not opens(Where(where.round + "x", where.stage), size, deck.root, opening)


def _with(opening: Opening, **changes: object) -> Opening:
    fields = {name: getattr(opening, name) for name in Opening.__dataclass_fields__}
    return Opening(**{**fields, **changes})


@given(secrets)
def test_stages_and_rounds_of_one_secret_have_nothing_in_common(secret: bytes) -> None:
    first, second = (committed(Where("r", stage), PACK, secret) for stage in (0, 1))
    assert first.cards != second.cards
    assert {*first.salts}.isdisjoint(second.salts)
    other = committed(Where("s", 0), PACK, secret)
    assert other.cards == first.cards, "which is why no two rounds may have one secret"
    assert {*other.leaves}.isdisjoint(first.leaves)


def test_a_leaf_cannot_be_tried_out_without_its_salt() -> None:
    deck = committed(Where("r", 0), PACK, bytes(32))
    for index, leaf in enumerate(deck.leaves):
        guesses = (leaf_of(deck.where, index, card, bytes(32)) for card in PACK)
        assert leaf not in guesses


@given(secrets, st.integers(2, 7), st.data())
def test_every_value_changes_the_cut_and_so_does_who_revealed_it(
    secret: bytes, count: int, data: st.DataObject
) -> None:
    seats = seats_of(count)
    where, root = Where("r", 0), sha256(secret).digest()
    values = {seat: sha256(secret + seat.encode()).digest() for seat in seats}
    whole = cut_of(where, root, seats, values)
    seat = data.draw(st.sampled_from(seats))
    missed = {one: value for one, value in values.items() if one != seat}
    changed = {**values, seat: bytes(32)}
    others = [cut_of(where, root, seats, some) for some in (missed, changed, {})]
    others += [cut_of(Where("r", 1), root, seats, values), cut_of(where, secret, seats, values)]
    assert len({whole, *others}) == len(others) + 1


def test_a_missed_cut_is_not_the_cut_of_zeros() -> None:
    seats = seats_of(2)
    zeros = dict.fromkeys(seats, bytes(32))
    assert cut_of(Where("r", 0), bytes(32), seats, zeros) != cut_of(
        Where("r", 0), bytes(32), seats, {}
    )


@pytest.mark.parametrize("size", [*PACKS])
@given(cut=secrets)
def test_the_dealing_order_takes_every_card_once(size: int, cut: bytes) -> None:
    count = min(DEALT, size)
    order, place = order_and_place(cut, size, count)
    assert sorted(order) == list(range(size))
    assert order == order_by(cut, size)
    assert 0 <= place < count


@given(secrets)
def test_an_anchor_is_the_hash_of_its_value(value: bytes) -> None:
    assert anchor_of(value) == sha256(b"paipu.cut.1\0" + value).digest()
    assert anchor_of(anchor_of(value)) != anchor_of(value)
