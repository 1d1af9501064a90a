"""The values that docs/fairness.md publishes for secrets, leaves, roots, cuts, orders and deals."""

import hmac
import re
from hashlib import sha256

import pytest

from domain.cards.card import PACK, Card
from domain.cards.packs import PACKS
from domain.fairness.committed import Where, cards_of, committed, leaf_of
from domain.fairness.cut import anchor_of, cut_of, order_and_place, order_by
from domain.fairness.shuffle import shuffled
from domain.kernel.seats import Seat
from domain.shengji.deck import DEALT, face_up
from domain.shengji.deck import deal_from as deal_four_packs
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.state import Dealing
from tests.docs.markdown import Table, page, spans, table
from tests.support.logs import opening_of

TEXT = page("fairness.md")
SECRET = bytes(range(32))


def rows(*header: str) -> list[tuple[str, ...]]:
    """The rows of the table with this header, without the marks of code."""
    found: Table = table(TEXT, *header)
    return [tuple(" ".join(spans(cell)) or cell for cell in row) for row in found.rows]


def raw(text: str) -> bytes:
    found = bytes.fromhex(text)
    assert len(found) == 32
    return found


@pytest.mark.parametrize(
    ("secret", "stage", "of_stage", "seed"),
    rows("secret", "stage", "stage secret", "seed of the shuffle"),
)
def test_the_secret_of_a_stage_and_the_seed_of_its_shuffle(
    secret: str, stage: str, of_stage: str, seed: str
) -> None:
    key = hmac.digest(raw(secret), b"paipu.stage.1\0" + int(stage).to_bytes(4), "sha256")
    assert key == raw(of_stage)
    assert hmac.digest(key, b"paipu.shuffle.1\0", "sha256") == raw(seed)
    for pack in PACKS.values():
        assert cards_of(int(stage), pack, raw(secret)) == shuffled(pack, raw(seed))


LEAVES = rows("secret", "round", "stage", "index", "card", "salt", "leaf")


@pytest.mark.parametrize(("secret", "name", "stage", "index", "card", "salt", "leaf"), LEAVES)
def test_salts_and_leaves(  # noqa: PLR0917 -- the columns
    secret: str, name: str, stage: str, index: str, card: str, salt: str, leaf: str
) -> None:
    where, at = Where(name, int(stage)), int(index)
    pack = PACKS[216 if name == "局" else 52]
    deck = committed(where, pack, raw(secret))
    assert (deck.cards[at], deck.salts[at], deck.leaves[at]) == (card, raw(salt), raw(leaf))
    assert leaf_of(where, at, Card(card), raw(salt)) == raw(leaf)
    plain = sha256(name.encode()).digest() + int(stage).to_bytes(4) + at.to_bytes(4)
    content = b"\0paipu.card.1\0" + plain + card.encode("ascii") + raw(salt)
    assert sha256(content).digest() == raw(leaf)


@pytest.mark.parametrize(
    ("cards", "secret", "name", "stage", "root"), rows("cards", "secret", "round", "stage", "root")
)
def test_roots(cards: str, secret: str, name: str, stage: str, root: str) -> None:
    deck = committed(Where(name, int(stage)), PACKS[int(cards)], raw(secret))
    assert deck.root == raw(root)


ANCHORS = rows("value", "anchor")


@pytest.mark.parametrize(("value", "anchor"), ANCHORS)
def test_anchors(value: str, anchor: str) -> None:
    assert anchor_of(raw(value)) == raw(anchor)


def test_the_anchors_are_a_chain() -> None:
    assert [value for value, _ in ANCHORS[1:3]] == [anchor for _, anchor in ANCHORS[:2]]


CUTS = table(TEXT, "cards", "round", "stage", "root", "values, by the seats", "cut").rows


@pytest.mark.parametrize("row", CUTS)
def test_cuts(row: tuple[str, ...]) -> None:
    _, name, stage, root, told, cut = row
    values = {
        Seat(seat): bytes.fromhex(value)
        for seat, value in re.findall(r"`(p\d)` (?:`([0-9a-f]{64})`|missed)", told)
    }
    revealed = {seat: value for seat, value in values.items() if value}
    (title,), (bound,), (seed,) = spans(name), spans(root), spans(cut)
    assert cut_of(Where(title, int(stage)), raw(bound), tuple(values), revealed) == raw(seed)


def test_every_kind_of_cut_is_published() -> None:
    told = [row[4] for row in CUTS]
    assert any("missed" not in one for one in told)
    assert any("missed" in one and "0" in one for one in told)
    assert any(one.count("missed") == one.count(",") + 1 for one in told)


@pytest.mark.parametrize(("cut", "order"), rows("cut", "order of 52 cards"))
def test_orders_of_52_cards(cut: str, order: str) -> None:
    assert order_by(raw(cut), 52) == tuple(map(int, order.split()))


@pytest.mark.parametrize(
    ("cut", "order", "place"), rows("cut", "order of 216 cards", "face-up place")
)
def test_orders_of_216_cards(cut: str, order: str, place: str) -> None:
    assert order_and_place(raw(cut), 216, DEALT) == (tuple(map(int, order.split())), int(place))


def in_order(size: int, row: int) -> tuple[list[Card], int]:
    """The committed deck in the order of a published cut, and the face-up place."""
    (cut,) = spans(CUTS[row][-1])
    order, place = order_and_place(raw(cut), size, min(DEALT, size))
    deck = cards_of(0, PACKS[size], SECRET)
    return [deck[index] for index in order], place


def test_the_deal_of_sizhidao() -> None:
    opening: OpenRound = opening_of("r")
    decided = SIZHIDAO.decide(SIZHIDAO.initial, opening)
    state = getattr(decided, "state", None)
    assert isinstance(state, Dealing)
    hands = deal_from(in_order(len(PACK), 0)[0], state.round)
    told = {seat: tuple(hand.split()) for seat, hand in rows("seat", "hand of 四支刀")}
    assert told == hands


def test_the_deal_of_shengji() -> None:
    deck, place = in_order(216, -1)
    hands, kitty = deal_four_packs(deck, None)
    seat, card = face_up(hands, place)
    dealt: dict[str, tuple[Card, ...]] = dict(hands.items())
    dealt |= {"kitty": kitty, f"face up before {seat}": (card,)}
    told = {to: tuple(cards.split()) for to, cards in rows("dealt to", "cards of 比牌升級")}
    assert told == dealt
