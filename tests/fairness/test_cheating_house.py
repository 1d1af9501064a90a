"""H6: a house that cheats is convicted by what it has stored or acknowledged."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.cards.card import PACK
from domain.fairness.committed import Where, leaf_of
from domain.fairness.tree import root_of
from domain.flow.address import deck, game, table
from domain.flow.dealing import dealt_by
from domain.flow.decide import Part
from domain.house.deck.commands import MissCut
from domain.house.deck.events import DeckCommitted
from domain.house.table.commands import StartRound
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.sizhidao.commands import Deal, OpenRound, VoidRound
from domain.sizhidao.events import SeatedPlayer
from replay.checks import COMMITTED, DEALT, Verdict
from replay.round import readable
from tests.replay.decks import check, found, reveal
from tests.replay.room import proof_of
from tests.support.cheating import Cheat, as_it_is, forked, is_kept, rewritten, with_facts
from tests.support.decked import TABLE, DeckedHouse, reader

AT = "deck/r"
P1 = Seat("p1")
SECRET = "11" * 32
SEATED = tuple(SeatedPlayer(player=name, stack=100) for name in ("ann", "bob"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckedHouse]:
    """A table of three guests who cut."""
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("ann", "bob", "cyd")
        yield house


def due(house: DeckedHouse) -> list[Command]:
    return [*dealt_by(house.look(deck("r")), house.look(game("r")))]


# ---- another deck, after the cuts are known


def test_another_root_after_the_cuts_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    rewritten(house.log, house.path, AT, 1, root="ab" * 32)
    assert found(house.log).verdict is Verdict.DIFFERENCE


def test_another_secret_after_the_cuts_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    rewritten(house.log, house.path, AT, 1, secret=("ab" * 32,))
    assert "not what the rules make of the command" in found(house.log).detail


def test_a_whole_round_of_another_deck_is_convicted_by_any_receipt(
    house: DeckedHouse, tmp_path: Path
) -> None:
    """The house knows the cuts, takes a better deck, and forges all that it has stored."""
    with forked(house, tmp_path / "forged.db") as other:
        house.start()
        house.play()
        assert all(is_kept(house.log, receipt) for receipt in house.receipts.values())
        cheat = Cheat(other)
        cheat.take(table("t"), StartRound(round="r"), Origin.OPERATOR, secret=SECRET)
        other.play()
        # Nothing in the forged log is wrong by itself ...
        assert proof_of(other.log).proven
        assert proof_of(other.log).decks[0].deck.root != proof_of(house.log).decks[0].deck.root
        # ... and every receipt that a client has for a cut convicts it.
        assert {*house.receipts} == {"p1", "p2", "p3"}
        assert not any(is_kept(other.log, receipt) for receipt in house.receipts.values())


# ---- another time to cut, another spelling of the secret, no deck at all


def otherwise(**changes: object) -> Callable[[Part], Part]:
    """Commit to a deck as its rules would refuse to."""

    def twist(part: Part) -> Part:
        fact = part.decision.facts[0]
        if not isinstance(fact, DeckCommitted):
            return part
        command = replace(part.command, **changes)
        return with_facts(part._replace(command=command), [replace(fact, **changes)])

    return twist


def start(house: DeckedHouse, twist: Callable[[Part], Part], secret: str | None = SECRET) -> None:
    Cheat(house).take(
        table("t"), StartRound(round="r"), Origin.OPERATOR, secret=secret, twist=twist
    )


@pytest.mark.parametrize("seconds", [-5, 0, 1, 4, 6])
@pytest.mark.parametrize("keys", [True, False])
def test_another_time_to_cut_is_found(house: DeckedHouse, seconds: int, *, keys: bool) -> None:
    start(house, otherwise(seconds=seconds))
    with reader(house, keys=keys) as log:
        told = check(proof_of(log), COMMITTED)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.detail == (
        "event 1: event 1 of its deck: its command is refused (bad_deck, rule H6.1)"
    )


@pytest.mark.parametrize("secret", ["AB" * 32, "ab " * 32, "ab" * 31, "ab" * 33, "", "zz" * 32])
def test_a_secret_that_is_written_otherwise_is_found(house: DeckedHouse, secret: str) -> None:
    start(house, otherwise(secret=(secret,)), secret="ab" * 32)
    assert "refused (bad_deck, rule H6.1)" in found(house.log).detail


def test_a_round_that_is_started_without_a_deck_is_found(house: DeckedHouse) -> None:
    """The house deals by hand, in a round that looks older than decks are."""
    house.play(house.start("before"))
    start(house, as_it_is, secret=None)
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.detail == (
        "event 1: its table or match started it without a deck, and rounds before it had some"
    )


def test_rounds_before_the_first_deck_need_none(house: DeckedHouse) -> None:
    start(house, as_it_is, secret=None)
    deal = Deal(seat=Seat("p2"), cards=PACK[:4])
    Cheat(house).deal(game("r"), deal)
    assert found(house.log).verdict is Verdict.NO_DECK
    Cheat(house).take(game("r"), VoidRound(), Origin.OPERATOR)
    house.play(house.start("s"))
    assert found(house.log).verdict is Verdict.NO_DECK
    assert proof_of(house.log).proven


def test_a_record_that_names_a_table_has_no_deck(house: DeckedHouse) -> None:
    house.play(house.start("before"))
    opened = OpenRound(round="r", table="t", settings=TABLE, players=SEATED, head=P1)
    house.take(game("r"), opened, Origin.HOUSE)
    assert found(house.log).verdict is Verdict.NO_DECK
    assert proof_of(house.log).proven


# ---- a cut that was received, and is dropped


def test_a_dropped_cut_is_convicted_by_its_receipt(house: DeckedHouse, tmp_path: Path) -> None:
    house.start()
    with forked(house, tmp_path / "forged.db") as other:
        reveal(house, "r", P1)
        house.play()
        other.passed_ms += 60_000
        other.take(deck("r"), MissCut(seat=P1), Origin.CLOCK)
        other.play()
        assert proof_of(other.log).proven, "which is why a client keeps its receipts"
        assert "p1 missed it" in "\n".join(readable(proof_of(other.log), None))
        assert is_kept(house.log, house.receipts[P1])
        assert not is_kept(other.log, house.receipts[P1])


def test_a_cut_that_is_told_as_missed_in_place_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    rewritten(house.log, house.path, AT, 4, value="00" * 32)
    assert "(wrong_cut, rule H6.3)" in found(house.log).detail


# ---- dealt otherwise


def test_cards_from_another_place_are_found(house: DeckedHouse) -> None:
    house.start()
    house.cut()
    first, *_ = due(house)
    assert isinstance(first, Deal)
    held = {card for command in due(house) for card in command.cards}  # type: ignore[attr-defined]
    last = tuple(card for card in PACK if card not in held)[:4]
    Cheat(house).deal(game("r"), replace(first, cards=last))
    told = found(house.log, DEALT)
    assert told.detail == "event 5: other cards, or for another seat, than the deck deals"
    assert not any(card in told.detail for card in PACK)


def test_the_right_cards_for_the_wrong_seat_are_found(house: DeckedHouse) -> None:
    house.start()
    house.cut()
    first, second, third = due(house)
    assert isinstance(first, Deal)
    assert isinstance(second, Deal)
    cheat = Cheat(house)
    cheat.deal(game("r"), replace(first, cards=second.cards))
    cheat.deal(game("r"), replace(second, cards=first.cards))
    cheat.deal(game("r"), third)
    assert found(house.log, DEALT).version == 5


def test_a_hand_in_another_order_is_found(house: DeckedHouse) -> None:
    """The clock splits by the order in which cards were dealt (Z5.6)."""
    house.start()
    house.cut()
    first = due(house)[0]
    assert isinstance(first, Deal)
    Cheat(house).deal(game("r"), replace(first, cards=first.cards[::-1]))
    assert found(house.log, DEALT).version == 5


def test_cards_of_the_deck_of_another_stage_are_found(house: DeckedHouse) -> None:
    house.start()
    house.cut()
    state, cut = house.look(game("r")), house.look(deck("r"))
    other = replace(cut, deck=replace(cut.deck, stage=1))
    for command in dealt_by(other, state):
        Cheat(house).deal(game("r"), command)
    assert found(house.log, DEALT).version == 5


def test_cards_before_the_cuts_are_found(house: DeckedHouse) -> None:
    house.start()
    deal = Deal(seat=Seat("p2"), cards=PACK[:4])
    Cheat(house).deal(game("r"), deal)
    assert found(house.log).detail == "event 5: cards were dealt before the deck was cut"


# ---- a deck that is no pack


def five_aces(part: Part) -> Part:
    """Commit to a deck with an ace more, properly salted: only its secret can tell."""
    fact = part.decision.facts[0]
    if not isinstance(fact, DeckCommitted):
        return part
    cards, where = (PACK[12], *PACK[:-1]), Where(fact.round, fact.stage)
    leaves = [leaf_of(where, index, card, bytes(32)) for index, card in enumerate(cards)]
    return with_facts(part, [replace(fact, root=root_of(leaves).hex())])


def test_five_aces_are_found_by_whoever_makes_the_deck_again(house: DeckedHouse) -> None:
    start = StartRound(round="r")
    Cheat(house).take(table("t"), start, Origin.OPERATOR, secret=SECRET, twist=five_aces)
    house.cut()
    for command in due(house):
        Cheat(house).deal(game("r"), command)
    house.play()
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.version == 1
    with reader(house, keys=False) as log:
        assert check(proof_of(log), COMMITTED).verdict is Verdict.OK, "no card shows it"
