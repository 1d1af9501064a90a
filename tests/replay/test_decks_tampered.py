"""A changed deck, a wrong anchor and a clock that does not wait are found by replay."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.fairness.cut import anchor_of
from domain.flow.address import deck, table
from domain.flow.decide import Part
from domain.house.deck import events
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.decider import DECK
from domain.house.table.commands import StartRound
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from replay.books import faults_of_books
from replay.checks import DEADLINES, DEALT, Verdict
from tests.replay.decks import check, found, reveal
from tests.replay.room import proof_of
from tests.support.cheating import Cheat, rewritten, with_facts
from tests.support.decked import DeckedHouse
from tests.support.tamper import Row, open_file, put, rehashed, rows_of

AT = "deck/r"
P1 = Seat("p1")
SECRET = "11" * 32
Change = Callable[[list[Row]], list[Row]]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DeckedHouse]:
    """A table with two guests who cut and one who does not."""
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("ann", "cyd")
        yield house


# ---- changed decks


def edited(place: int, **changes: object) -> Change:
    return lambda rows: rehashed(
        AT, [row.with_event(**changes) if n == place else row for n, row in enumerate(rows)]
    )


def foreign(rows: list[Row]) -> list[Row]:
    body = {**rows[1].body, "event": {"type": "sizhidao.Checked.1", "seat": "p1"}}
    rows[1] = rows[1].with_body(body)._replace(topic="sizhidao.Checked.1")
    return rehashed(AT, rows)


CHANGES: dict[str, tuple[Change, str]] = {
    "bytes": (
        lambda rows: [rows[0], rows[1].with_event(value="00" * 32), *rows[2:]],
        "event 2 of its deck: changed",
    ),
    "a gap": (lambda rows: [rows[0], *rows[2:]], "event 2 of its deck: gap"),
    "a lost end": (lambda rows: rows[:-1], "of its deck: the fact is missing"),
    "lost cuts": (lambda rows: rows[:1], "cards were dealt before the deck was cut"),
    "all lost": (lambda _: [], "event 1: its deck was acknowledged, and is missing"),
    "another root": (edited(0, root="00" * 32), "another deck of it was acknowledged"),
    "another value": (edited(1, value="00" * 32), "it is not what the rules make of the command"),
    "another cut": (edited(3, cut="00" * 32), "it is not what the rules make of the command"),
    "more cuts": (edited(3, cuts=3), "it is not what the rules make of the command"),
    "an event of a round": (foreign, "it is not what the rules make of the command"),
}


@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_changed_deck_is_found(house: DeckedHouse, change: Change, says: str) -> None:
    house.start()
    house.play()
    with closing(open_file(house.path)) as file:
        put(file, AT, change(rows_of(file, AT)))
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert says in told.detail
    assert check(proof_of(house.log), DEALT).verdict is Verdict.UNCHECKED


def test_a_deck_whose_end_was_cut_off_with_its_receipts_left_is_found(house: DeckedHouse) -> None:
    house.start()
    reveal(house, "r", P1)
    assert list(faults_of_books(house.log)) == []
    with closing(open_file(house.path)) as file:
        put(file, AT, rows_of(file, AT)[:-1])
    (fault,) = faults_of_books(house.log)
    assert fault == f"{AT}: event 2: it was acknowledged, and is missing"


def test_an_added_cut_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    house.start("s")
    house.cut("s")
    with closing(open_file(house.path)) as file:
        rows, more = rows_of(file, AT), rows_of(file, "deck/s")
        put(file, "deck/s", [])
        put(file, AT, rehashed(AT, [*rows, more[0]._replace(version=len(rows) + 1)]))
    assert found(house.log).verdict is Verdict.DIFFERENCE


def test_a_moved_cut_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    last = house.log.last_position()
    with closing(open_file(house.path)) as file:
        *rows, cut = rows_of(file, AT)
        put(file, AT, [*rows, cut._replace(position=last + 9)])
    assert found(house.log).verdict is Verdict.DIFFERENCE


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": ("no hex",)},
        {"secret": ("00",)},
        {"cards": 53},
        {"round": "s"},
        {"venue": "table/other"},
        {"stage": 1},
        {"cutters": ()},
        {"cutters": (events.Cutter(seat=Seat("px"), player="ann", anchor=None),)},
        {"root": "no hex"},
    ],
)
def test_a_commitment_to_anything_else_is_found(
    house: DeckedHouse, changes: dict[str, object]
) -> None:
    house.start()
    house.play()
    rewritten(house.log, house.path, AT, 1, **changes)
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.version == 1


# ---- anchors


def test_a_deck_that_names_another_anchor_is_found(house: DeckedHouse) -> None:
    """The house would cut for a player, with a value of its own."""
    value = bytes(32)
    own = anchor_of(value).hex()
    house.values[own] = value

    def swapped(part: Part) -> Part:
        fact, command = part.decision.facts[0], part.command
        if not isinstance(fact, events.DeckCommitted):
            return part
        cutters = (replace(fact.cutters[0], anchor=own), *fact.cutters[1:])
        told = with_facts(part, [replace(fact, cutters=cutters)])
        return told._replace(command=replace(command, cutters=cutters))

    cheat = Cheat(house)
    cheat.take(table("t"), StartRound(round="r"), Origin.OPERATOR, secret=SECRET, twist=swapped)
    house.play()
    told = found(house.log)
    assert told.verdict is Verdict.DIFFERENCE
    assert told.detail.endswith("1 of its deck: the anchor of p1 is not the one that it had")


@pytest.mark.parametrize("late", [(), ("ann",)])
def test_an_anchor_that_does_not_go_on_is_found(house: DeckedHouse, late: tuple[str, ...]) -> None:
    """The value is known to the house, which would have it reused."""
    house.start()
    state = house.look(deck("r"))
    command: RevealCut | MissCut = RevealCut(
        seat=P1, value=house.value_of(state.deck.cutters[0].anchor)
    )
    if late:
        command = MissCut(seat=P1)
        house.passed_ms += 60_000
    decided = DECK.decide(state, command)
    assert not isinstance(decided, Refusal)
    house.asked += 1
    origin = Origin.CLOCK if late else Origin.PLAYER
    Cheat(house).write([Part(deck("r"), command, decided)], deck("r"), command, origin)
    house.play()
    told = found(house.log)
    assert told.detail == "event 1: event 2 of its deck: the anchors did not go on with it"


def test_who_deposits_another_anchor_meanwhile_keeps_it(house: DeckedHouse) -> None:
    house.start()
    house.deposit("table/t", "ann", "another chain")
    house.play()
    assert proof_of(house.log).proven
    house.play(house.start("s"))
    assert proof_of(house.log, "s").proven


def test_damaged_anchors_are_told_and_no_difference_of_the_round(house: DeckedHouse) -> None:
    house.start()
    house.play()
    stream = "anchors/table/t"
    with closing(open_file(house.path)) as file:
        first, *rows = rows_of(file, stream)
        put(file, stream, [first.with_event(anchor="00" * 32), *rows])
    told = found(house.log)
    assert (told.verdict, told.version) == (Verdict.UNCHECKED, None)
    assert check(proof_of(house.log), DEALT).verdict is Verdict.OK
    (fault,) = faults_of_books(house.log)
    assert fault.startswith(f"{stream}: event 1: changed")


# ---- the clock


def test_h6_4_the_clock_waits_for_the_deadline_of_the_cuts(house: DeckedHouse) -> None:
    house.start()
    house.passed_ms += 4_000
    Cheat(house).take(deck("r"), MissCut(seat=P1), Origin.CLOCK)
    house.play()
    told = found(house.log, DEADLINES)
    assert told.detail == "event 1: the clock acted before the deadline of turn 0.cutting"


def test_h6_4_only_the_clock_goes_on_without_a_seat(house: DeckedHouse) -> None:
    house.start()
    house.passed_ms += 60_000
    Cheat(house).take(deck("r"), MissCut(seat=P1), Origin.OPERATOR)
    house.play()
    assert "its command cannot come from operator" in found(house.log).detail


@pytest.mark.parametrize("seconds", [4, 6, 60])
def test_h6_4_the_deadline_is_that_of_the_deck(house: DeckedHouse, seconds: int) -> None:
    house.start()
    house.play()
    due = {"seconds": seconds, "due_ms": house.now_ms() + seconds * 1000}
    rewritten(house.log, house.path, "clock/r", 1, **due)
    assert "turn 0.cutting has not so many seconds" in found(house.log, DEADLINES).detail


def test_a_deadline_of_a_deck_that_was_never_committed_is_found(house: DeckedHouse) -> None:
    house.start()
    house.play()
    rewritten(house.log, house.path, "clock/r", 2, turn="0.cutting")
    assert found(house.log, DEADLINES).verdict is Verdict.DIFFERENCE
