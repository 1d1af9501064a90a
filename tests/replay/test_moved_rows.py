"""Rows moved to another position of the log: no hash covers it, and the order shows it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from domain.cards.card import CARDS
from replay.books import faults_of_books
from replay.checks import DEADLINES, RECEIPTS
from replay.cli import main
from replay.places import MOVED
from tests.replay.room import DEALT, Room, proof_of
from tests.support.bulk import in_bulk, reading
from tests.support.logs import url
from tests.support.tamper import (
    Row,
    Workbench,
    first_of_decision,
    open_file,
    receipt_stream,
    rows_of,
)

NEAR, FAR = 1, 99_999_999
ROUNDS = ("short", "tied", "voided", "r")
every_round = pytest.mark.parametrize("round_id", ROUNDS)


@pytest.fixture
def bench(round_id: str, small: Path, one: Path, tmp_path: Path) -> Iterator[Workbench]:
    """A round on the workbench, with room in its log before and behind everything."""
    path = Path(copy(one if round_id == "r" else small, tmp_path / "log.db"))
    with closing(open_file(path)) as file:
        file.execute("UPDATE events SET position = position + 1000000")
    with Workbench(path, round_id) as opened:
        opened.public = CARDS  # its leaks are looked for elsewhere
        yield opened


def move(file: sqlite3.Connection, stream: str, version: int, position: int) -> None:
    told = "UPDATE events SET position = ? WHERE originator_id = ? AND originator_version = ?"
    assert file.execute(told, (position, stream, version)).rowcount == 1


def wrong_in(path: Path, round_id: str) -> tuple[str, str] | None:
    with reading(path) as log:
        wrong = proof_of(log, round_id).first_wrong
        line = in_bulk(log, 5000)[round_id]
    assert line.first_wrong == wrong
    return None if wrong is None else (wrong.name, wrong.detail)


def some(rows: list[Row]) -> list[Row]:
    """Rows spread over a round, the first ones and the last ones among them."""
    return [*rows[:3], *rows[3:-4:17], *rows[-4:]]


@every_round
@pytest.mark.parametrize("position", [FAR, NEAR])
def test_an_event_that_was_moved_is_named(position: int, bench: Workbench) -> None:
    with closing(open_file(bench.path)) as file:
        for row in some(bench.rows):
            move(file, bench.stream, row.version, position)
            begins = position == NEAR and first_of_decision(bench.rows, row.version) == 1
            version = 1 if begins else row.version  # of the first decision, which one is not known
            told = RECEIPTS, f"event {version}: {MOVED}"
            hidden = (row.version, position) == (1, NEAR)  # nothing of the round lies before it
            assert wrong_in(bench.path, bench.round_id) == (None if hidden else told)
            move(file, bench.stream, row.version, row.position or 0)
    assert wrong_in(bench.path, bench.round_id) is None


@every_round
@pytest.mark.parametrize("position", [FAR, NEAR])
def test_an_acknowledgement_that_was_moved_is_told_at_its_decision(
    position: int, bench: Workbench
) -> None:
    last = first_of_decision(bench.rows, bench.rows[-1].version)
    with closing(open_file(bench.path)) as file:
        for row in some(bench.rows):
            stream, first = receipt_stream(row), first_of_decision(bench.rows, row.version)
            (receipt,) = rows_of(file, stream)
            move(file, stream, 1, position)
            found = wrong_in(bench.path, bench.round_id)
            hidden = first == last and position == FAR  # nothing of the round lies behind it
            assert found == (None if hidden else (RECEIPTS, f"event {first}: {MOVED}"))
            move(file, stream, 1, receipt.position or 0)


@every_round
def test_events_of_one_decision_that_changed_places_are_found(bench: Workbench) -> None:
    rows = list(bench.rows)
    place = next(at for at, row in enumerate(rows) if at and "command" not in row.envelope)
    one, other = rows[place - 1], rows[place]
    rows[place - 1] = one._replace(position=other.position)
    rows[place] = other._replace(position=one.position)
    assert bench.wrong(rows) == one.version
    assert bench.wrong(row._replace(position=FAR - row.version) for row in bench.rows) == 1


@pytest.mark.parametrize("round_id", ["short"])
def test_the_officer_is_told_of_the_round_and_not_of_the_views(
    bench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(open_file(bench.path)) as file:
        move(file, bench.stream, 7, FAR)
    assert main(["round", "short", "--log", url(bench.path)]) == 1
    told = capsys.readouterr().out
    assert told.endswith("\nNOT PROVEN: first wrong place is event 7\n")


def test_a_deadline_that_was_moved_is_found(tmp_path: Path) -> None:
    room = Room(tmp_path / "log.db")
    with room.log:
        room.play(DEALT, "p1 bet 50", "p2 call")
        with closing(open_file(room.path)) as file:
            move(file, "clock/r", 2, FAR)
        found = wrong_in(room.path, "r")
    assert found is not None
    assert found[0] == DEADLINES
    assert found[1].endswith(f"event 2 of its clock: {MOVED}")


@pytest.mark.parametrize(("stream", "version"), [("match/tea", 3), ("match/cup", 12)])
def test_an_event_of_a_match_that_was_moved_is_found(
    stream: str, version: int, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(copy(evening, tmp_path / "log.db"))
    with closing(open_file(path)) as file:
        move(file, stream, version, FAR)
    with reading(path) as log:
        assert list(faults_of_books(log)) == [f"{stream}: event {version}: {MOVED}"]
    assert main(["match", stream.removeprefix("match/"), "--log", url(path)]) == 1
    told = capsys.readouterr().out
    assert told.endswith(f"NOT PROVEN: first wrong place is event {version} of the match\n")
