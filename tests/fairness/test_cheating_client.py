"""H6.3: a client that reveals late, twice, wrongly, for others or elsewhere changes nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.fairness.cut import anchor_of
from domain.flow.address import anchors, deck, game, table
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.deck.state import Cut
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from tests.replay.decks import reveal
from tests.replay.room import proof_of
from tests.support.cheating import forked
from tests.support.decked import DeckedHouse

P1, P2, P3 = map(Seat, ("p1", "p2", "p3"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckedHouse]:
    """A table of three guests who cut, and a round that waits for their cuts."""
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("ann", "bob", "cyd")
        house.start()
        yield house


def value(house: DeckedHouse, seat: Seat, round_id: str = "r") -> str:
    """The value that a seat has to cut a deck with."""
    (one,) = (one for one in house.look(deck(round_id)).deck.cutters if one.seat == seat)
    return house.value_of(one.anchor)


def tried(house: DeckedHouse, seat: Seat, text: str, round_id: str = "r") -> str:
    """Reveal a value that must be refused; return the code. Nothing is written."""
    before, state = house.log.last_position(), house.look(deck(round_id))
    answer = house.ask(deck(round_id), RevealCut(seat=seat, value=text), Origin.PLAYER)
    assert isinstance(answer, Refusal)
    assert house.log.last_position() == before
    assert house.look(deck(round_id)) == state
    return answer.code


def dealt(house: DeckedHouse) -> list[Command]:
    house.cut()
    return [*dealt_by(house.look(deck("r")), house.look(game("r")))]


def late(house: DeckedHouse) -> None:
    own = value(house, P1)
    house.miss("r", P1)
    assert tried(house, P1, own) == "not_your_cut"


def twice(house: DeckedHouse) -> None:
    own = value(house, P1)
    reveal(house, "r", P1)
    assert tried(house, P1, own) == "not_your_cut"
    assert tried(house, P1, "00" * 32) == "not_your_cut"


def wrongly(house: DeckedHouse) -> None:
    own = value(house, P1)
    wrong = ("00" * 32, own.upper(), own[:-1], own + "0", own[:-1] + "g", "", f" {own}", f"{own}\n")
    for text in (*wrong, anchor_of(bytes.fromhex(own)).hex(), house.value_of(own)):
        assert tried(house, P1, text) == "wrong_cut"


def for_another_seat(house: DeckedHouse) -> None:
    assert tried(house, P2, value(house, P1)) == "wrong_cut"
    assert tried(house, Seat("p4"), value(house, P1)) == "not_your_cut"


def in_another_round(house: DeckedHouse) -> None:
    assert tried(house, P1, value(house, P1), "another") == "not_cutting"


TRIES: dict[str, Callable[[DeckedHouse], None]] = {
    "twice": twice,
    "wrongly": wrongly,
    "for another seat": for_another_seat,
    "in another round": in_another_round,
}


@pytest.mark.parametrize("trying", TRIES.values(), ids=TRIES)
def test_what_a_client_tries_changes_no_card(
    house: DeckedHouse, tmp_path: Path, trying: Callable[[DeckedHouse], None]
) -> None:
    with forked(house, tmp_path / "honest.db") as honest:
        trying(house)
        assert dealt(house) == dealt(honest)
        house.play()
        assert proof_of(house.log).proven


def test_a_late_client_is_a_missed_cut_and_nothing_else(house: DeckedHouse, tmp_path: Path) -> None:
    with forked(house, tmp_path / "absent.db") as absent:
        late(house)
        absent.miss("r", P1)
        assert dealt(house) == dealt(absent)
        house.play()
        assert proof_of(house.log).proven


def test_when_the_deck_is_cut_nobody_cuts_any_more(house: DeckedHouse) -> None:
    values = {seat: value(house, seat) for seat in (P1, P2, P3)}
    house.cut()
    for seat, text in values.items():
        assert tried(house, seat, text) == "not_cutting"
    house.play()
    for seat, text in values.items():
        assert tried(house, seat, text) == "not_cutting"
    house.start("s")
    for seat, text in values.items():
        assert tried(house, seat, text, "s") == "wrong_cut", "it is the anchor of this one"


def test_a_withheld_cut_chooses_between_two_deals_and_no_more(
    house: DeckedHouse, tmp_path: Path
) -> None:
    """The last one to cut knows all other values, and not the deck: one bit is its choice."""
    with forked(house, tmp_path / "withheld.db") as other:
        for one in (house, other):
            reveal(one, "r", P1)
            reveal(one, "r", P2)
        reveal(house, "r", P3)
        other.miss("r", P3)
        cuts = [one.look(deck("r")) for one in (house, other)]
        assert all(isinstance(cut, Cut) for cut in cuts)
        assert cuts[0].cut != cuts[1].cut
        assert cuts[0].deck.root == cuts[1].deck.root


def test_who_missed_a_cut_cannot_deposit_that_anchor_again(house: DeckedHouse) -> None:
    (anchor,) = (one.anchor for one in house.look(deck("r")).deck.cutters if one.seat == P1)
    house.miss("r", P1)
    deposit = DepositAnchor(player="ann", anchor=anchor or "")
    answer = house.ask(anchors("table/t"), deposit, Origin.PLAYER)
    assert isinstance(answer, Refusal)
    assert answer.code == "anchor_used"
    house.play()
    house.take(table("t"), StartRound(round="s"), Origin.OPERATOR)
    (own,) = (one for one in house.look(deck("s")).deck.cutters if one.player == "ann")
    assert own.anchor is None
