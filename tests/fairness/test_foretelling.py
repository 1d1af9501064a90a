"""Nothing that is published before the deal foretells a card."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from math import comb
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.cards.card import PACK, Card
from domain.fairness.committed import Committed, Where, committed
from domain.fairness.cut import anchor_of, cut_of, order_by
from domain.fairness.shuffle import shuffled
from domain.flow.address import deck
from domain.house.deck.events import DeckCommitted, DeckCut
from domain.kernel.seats import seats_of
from domain.log.envelope import Recorded
from tests.support.decked import DeckedHouse, reader
from tests.support.evenness import LEVEL

SEATS = seats_of(3)
ROUNDS = 1_500


class Published:
    """A round up to the deal: what everybody knows, and the card that is dealt first."""

    def __init__(self, number: int) -> None:
        own = sha256(b"foretell %d" % number).digest()
        self.where = Where(f"round {number}", 0)
        values = {seat: sha256(seat.encode() + own).digest() for seat in SEATS}
        self.anchors = {seat: anchor_of(value) for seat, value in values.items()}
        bound: Committed = committed(self.where, PACK, own)
        self.root = bound.root
        self.values = values
        self.cut = cut_of(self.where, self.root, SEATS, values)
        self.order = order_by(self.cut, len(PACK))
        self.first: Card = bound.cards[self.order[0]]


def by(seed: bytes) -> Card:
    return shuffled(PACK, seed)[0]


GUESSES: dict[str, Callable[[Published], Card]] = {
    "a deck shuffled by the root": lambda one: by(one.root),
    "the root's first byte": lambda one: PACK[one.root[0] % 52],
    "the root's last byte": lambda one: PACK[one.root[-1] % 52],
    "a deck shuffled by an anchor": lambda one: by(one.anchors[SEATS[0]]),
    "the anchors' first bytes": lambda one: PACK[sum(a[0] for a in one.anchors.values()) % 52],
    "the round's id": lambda one: by(sha256(one.where.round.encode()).digest()),
    "a deck shuffled by the cut": lambda one: by(one.cut),
    "the pack as it lies, in the dealing order": lambda one: PACK[one.order[0]],
    "a deck shuffled by the root, in the dealing order": lambda one: shuffled(PACK, one.root)[
        one.order[0]
    ],
    "a cut without the values": lambda one: PACK[
        order_by(cut_of(one.where, one.root, SEATS, {}), 52)[0]
    ],
    "the values": lambda one: by(one.values[SEATS[0]]),
    "always the same": lambda _: PACK[0],
}


@pytest.fixture(scope="module")
def rounds() -> list[Published]:
    return [Published(number) for number in range(ROUNDS)]


@pytest.mark.parametrize("guess", GUESSES.values(), ids=GUESSES)
def test_no_guess_from_what_is_published_is_better_than_chance(
    rounds: list[Published], guess: Callable[[Published], Card]
) -> None:
    hits = sum(guess(one) == one.first for one in rounds)
    level = LEVEL / len(GUESSES)
    assert 2 * min(at_most(hits), 1 - at_most(hits - 1)) > level


def at_most(hits: int) -> float:
    """How likely it is that no more guesses of one in 52 hit."""
    chances = (comb(ROUNDS, n) * 51 ** (ROUNDS - n) / 52**ROUNDS for n in range(hits + 1))
    return float(sum(chances))


def test_a_house_that_published_more_would_be_found_out(rounds: list[Published]) -> None:
    told = (one.first if number % 25 == 0 else PACK[0] for number, one in enumerate(rounds))
    hits = sum(card == one.first for card, one in zip(told, rounds, strict=True))
    assert 1 - at_most(hits - 1) < LEVEL / len(GUESSES)


def published(path: Path, secret: bytes) -> Iterator[Recorded]:
    """Everything that is in the log before the deal, as whoever has no key reads it."""
    with DeckedHouse(path) as house:
        house.secret = secret
        house.open_table("ann", "bob")
        house.start()
        house.cut()
        with reader(house, keys=False) as log:
            yield from log.after(0, 1_000)


def test_houses_with_other_secrets_publish_the_same_but_for_root_and_cut(tmp_path: Path) -> None:
    one, other = (
        [*published(tmp_path / f"{secret[:1].hex()}.db", secret)]
        for secret in (bytes([1]) * 32, bytes([2]) * 32)
    )
    assert [*map(plain, one)] == [*map(plain, other)]
    assert one != other
    kinds = [type(recorded.event) for recorded in one]
    assert kinds.count(DeckCommitted) == kinds.count(DeckCut) == 1
    assert [len(part.box) for recorded in one for part in recorded.sealed] == [
        len(part.box) for recorded in other for part in recorded.sealed
    ]


def plain(recorded: Recorded) -> object:
    """An event without hashes, root and cut, and without the ciphertexts."""
    event = recorded.event
    if isinstance(event, DeckCommitted):
        event = replace(event, root="")
    elif isinstance(event, DeckCut):
        event = replace(event, cut="")
    if recorded.stream.startswith("command/"):
        return recorded.envelope
    return recorded.stream, recorded.version, recorded.envelope, event


def test_the_values_of_the_players_are_not_known_before_they_are_revealed(tmp_path: Path) -> None:
    with DeckedHouse(tmp_path / "log.db") as house:
        house.open_table("ann", "bob")
        house.start()
        state = house.look(deck("r"))
        anchors = [one.anchor for one in state.deck.cutters if one.anchor]
        values = [bytes.fromhex(house.value_of(anchor)) for anchor in anchors]
        with reader(house) as log:  # the house itself, with all its keys
            stored = b"".join(row.state for row in log.span(0, log.last_position()))
        assert all(value.hex().encode() not in stored for value in values)
        assert [anchor_of(value).hex() for value in values] == anchors
