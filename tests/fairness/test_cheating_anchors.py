"""H6.2: a house that deposits, moves or drops an anchor in a player's place is convicted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.fairness.cut import anchor_of
from domain.flow.address import anchors
from domain.flow.decide import Part
from domain.house.anchors.commands import Command, DepositAnchor, DropAnchor, MoveAnchor
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from replay.checks import Verdict
from tests.replay.decks import found
from tests.replay.room import proof_of
from tests.support.cheating import Cheat, rewritten
from tests.support.decked import DeckedHouse

AT = anchors("table/t")
CHAIN = [bytes(32)]
for _ in range(8):
    CHAIN.append(anchor_of(CHAIN[-1]))
OWN = CHAIN[-1].hex()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckedHouse]:
    """A table of three guests, of whom bob and cyd cut; there was a round before."""
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("bob", "cyd")
        house.values.update({anchor_of(value).hex(): value for value in CHAIN})
        house.play(house.start("before"))
        yield house


def written(house: DeckedHouse, command: Command, origin: Origin, actor: str | None = None) -> None:
    """Write what follows from a command to the anchors, whoever is said to have asked it."""
    house.asked += 1
    house.passed_ms += 10
    decided = AT.decider.decide(house.look(AT), command)
    assert not isinstance(decided, Refusal), decided
    Cheat(house).write([Part(AT, command, decided)], AT, command, origin, actor)


@pytest.mark.parametrize(
    ("origin", "actor"),
    [
        (Origin.HOUSE, "house"),
        (Origin.OPERATOR, "operator/ann"),
        (Origin.CLOCK, "clock"),
        (Origin.OPERATOR, "player/ann"),
        (Origin.PLAYER, "player/bob"),
        (Origin.PLAYER, "ann"),
    ],
)
def test_an_anchor_that_its_player_did_not_deposit_is_found(
    house: DeckedHouse, origin: Origin, actor: str
) -> None:
    written(house, DepositAnchor(player="ann", anchor=OWN), origin, actor)
    house.play(house.start())
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.detail == (
        "event 1: event 1 of its deck: the anchor of p1 was not deposited by its player"
    )
    assert proof_of(house.log, "before").proven


def test_an_anchor_that_its_player_deposited_is_fine(house: DeckedHouse) -> None:
    written(house, DepositAnchor(player="ann", anchor=OWN), Origin.PLAYER, "player/ann")
    house.play(house.start())
    assert proof_of(house.log).proven


def test_an_anchor_that_is_dropped_without_a_missed_cut_is_found(house: DeckedHouse) -> None:
    was = house.look(AT).present["bob"]
    written(house, DropAnchor(player="bob", was=was), Origin.HOUSE)
    house.play(house.start())
    assert found(house.log).detail == (
        "event 1: event 1 of its deck: "
        "the anchor of p2 was moved or dropped, and no cut of its player did that"
    )


def test_an_anchor_that_is_moved_without_a_cut_is_found(house: DeckedHouse) -> None:
    """The house exchanges an anchor for one of which it knows the value."""
    was = house.look(AT).present["bob"]
    written(house, MoveAnchor(player="bob", was=was, anchor=OWN), Origin.HOUSE)
    house.play(house.start())
    assert "p2 was moved or dropped, and no cut" in found(house.log).detail


def test_an_anchor_that_was_changed_where_it_is_stored_is_found(house: DeckedHouse) -> None:
    """With a chain made anew, but not its acknowledgement."""
    house.play(house.start())
    (version,) = (
        one.version
        for one in house.log.read(AT.stream)
        if getattr(one.event, "player", None) == "cyd" and one.version < 3
    )
    rewritten(house.log, house.path, AT.stream, version, player="ann")
    assert found(house.log).verdict is Verdict.DIFFERENCE


def test_a_spent_anchor_that_the_house_takes_is_found(house: DeckedHouse) -> None:
    """Its value is public, so that the cut is foretold: no honest house takes it (H6.2)."""
    spent = anchor_of(bytes.fromhex(house.look(AT).present["bob"])).hex()
    command = DepositAnchor(player="bob", anchor=spent)
    empty = AT.decider.decide(AT.decider.initial, command)
    assert not isinstance(empty, Refusal)
    house.asked += 1
    Cheat(house).write([Part(AT, command, empty)], AT, command, Origin.PLAYER, "player/bob")
    house.play(house.start())
    assert "p2 was refused (anchor_used, rule H6.2)" in found(house.log).detail
