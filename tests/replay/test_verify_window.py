"""Reading in bulk finds what proving round after round finds, wherever windows end."""

from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from sqlite3 import Connection

import pytest

from domain.log.accepted import STREAMS
from domain.log.streams import round_stream
from replay.checks import RECEIPTS
from replay.verify import plan
from replay.verify_report import DIFFERENT, PROVEN
from replay.verify_stretch import Window, worth_reading
from tests.support.bulk import in_bulk, interleave, one_by_one, reading
from tests.support.tamper import Row, open_file, put, receipt_stream, rewritten, rows_of, tampered

LENGTHS = (1, 3, 20, 57, 100_000)
every_length = pytest.mark.parametrize("length", LENGTHS)
SHORT = round_stream("short")


def flipped(row: Row, index: int) -> Row:
    state = bytearray(row.state)
    state[index] ^= 1
    return row._replace(state=bytes(state))


def without_receipt(file: Connection, version: int) -> None:
    put(file, receipt_stream(rows_of(file, SHORT)[version - 1]), [])


def with_damaged_receipts(file: Connection) -> None:
    file.execute(
        "UPDATE events SET state = zeroblob(70) WHERE originator_id LIKE ?", (f"{STREAMS}%",)
    )


def by_rows(change: Callable[[list[Row]], list[Row]]) -> Callable[[Path], None]:
    return lambda path: tampered(path, SHORT, change)


def by_sql(statement: str, *values: object) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with closing(open_file(path)) as file:
            file.execute(statement, values)

    return run


def by_file(change: Callable[[Connection], None]) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with closing(open_file(path)) as file:
            change(file)

    return run


DAMAGES: dict[str, Callable[[Path], None]] = {
    "none": lambda _: None,
    "a byte of the body": by_rows(lambda rows: [flipped(row, -9) for row in rows]),
    "a byte of the last row": by_rows(lambda rows: [*rows[:-1], flipped(rows[-1], 70)]),
    "a byte of a link": by_rows(lambda rows: [*rows[:4], flipped(rows[4], 3), *rows[5:]]),
    "no state": by_rows(lambda rows: [*rows[:4], rows[4]._replace(state=b""), *rows[5:]]),
    "no last state": by_rows(lambda rows: [*rows[:-1], rows[-1]._replace(state=b"")]),
    "another name": by_rows(lambda rows: [row._replace(topic="x.Y.1") for row in rows]),
    "a name that is no text": by_sql(
        "UPDATE events SET topic = CAST(x'ff' AS TEXT) WHERE originator_id = ?", SHORT
    ),
    "the opening removed": by_rows(lambda rows: rows[1:]),
    "a middle row removed": by_rows(lambda rows: rows[:5] + rows[6:]),
    "the end cut off": by_rows(lambda rows: rows[:-1]),
    "more of the end cut off": by_rows(lambda rows: rows[:3]),
    "all removed": by_rows(lambda _: []),
    "rows in another order": by_rows(
        lambda rows: [
            row._replace(position=other.position)
            for row, other in zip(rows, reversed(rows), strict=True)
        ]
    ),
    "an event doubled at the end": lambda path: rewritten(
        path, SHORT, lambda rows: [*rows, rows[-1]._replace(position=None)]
    ),
    "another award": lambda path: rewritten(
        path, SHORT, lambda rows: [*rows[:-1], rows[-1].with_event(next_head="p3")]
    ),
    "a receipt removed": by_file(lambda file: without_receipt(file, 1)),
    "a later receipt removed": by_file(lambda file: without_receipt(file, 8)),
    "all receipts damaged": by_file(with_damaged_receipts),
    "renamed": by_sql(
        "UPDATE events SET originator_id = 'round/other' WHERE originator_id = ?", SHORT
    ),
    "renamed to what is not printable": by_sql(
        "UPDATE events SET originator_id = 'round/' || char(7) WHERE originator_id = ?", SHORT
    ),
    "a table renamed": by_sql(
        "UPDATE events SET originator_id = 'table/short' WHERE originator_id = ?", SHORT
    ),
    "a version far ahead": by_sql(
        "UPDATE events SET originator_version = 999"
        " WHERE originator_version = 6 AND originator_id = ?",
        SHORT,
    ),
    "a position far ahead": by_sql(
        "UPDATE events SET position = 9007199254740991"
        " WHERE originator_version = 6 AND originator_id = ?",
        SHORT,
    ),
}


@every_length
@pytest.mark.parametrize("mixed", [False, True], ids=["in turn", "interleaved"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_difference_is_found_and_named_as_it_is_alone(
    damage: Callable[[Path], None], mixed: bool, length: int, copied: Path
) -> None:
    if mixed:
        interleave(copied)
    damage(copied)
    with reading(copied) as log:
        bulk, alone = in_bulk(log, length), one_by_one(log)
    assert bulk.keys() == alone.keys()
    for round_id, line in alone.items():
        if line is None:
            assert (bulk[round_id].status, bulk[round_id].events) == ("missing", 0)
            assert bulk[round_id].verdict == DIFFERENT
        else:
            assert bulk[round_id] == line


def test_the_damages_are_differences(copied: Path) -> None:
    DAMAGES["a later receipt removed"](copied)
    with reading(copied) as log:
        lines = in_bulk(log, 57)
    different = lines.pop("short")
    assert different.first_wrong is not None
    assert (different.verdict, different.first_wrong.name) == (DIFFERENT, RECEIPTS)
    assert different.first_wrong.version == 8
    assert {line.verdict for line in lines.values()} == {PROVEN}
    assert {line.status for line in lines.values()} == {"complete", "voided", "open"}


@every_length
def test_rounds_are_told_in_the_order_they_began(length: int, played: Path) -> None:
    with reading(played) as log:
        begun = {one.stream: one.first for one in log.extents(list(log.streams("round/")))}
        told = [round_stream(round_id) for round_id in in_bulk(log, length)]
    assert told == sorted(begun, key=lambda stream: begun[stream])


@pytest.mark.parametrize("length", [1, 7, 64, 10**6])
def test_windows_hold_every_position_once_and_leap_over_gaps(length: int, copied: Path) -> None:
    DAMAGES["a position far ahead"](copied)
    with reading(copied) as log:
        last = log.last_position()
        windows = list(plan(log, last, length))
        rows = [row.position for window in windows for row in log.span(*window)]
        assert rows == [row.position for row in log.span(0, last)]
    assert all(0 < window.until - window.after <= length for window in windows)
    assert all(one.until <= two.after for one, two in pairwise(windows))
    assert len(windows) <= len(rows)


def test_what_was_written_after_the_plan_is_not_verified_now(copied: Path) -> None:
    with reading(copied) as log:
        assert list(plan(log, 10, 4)) == [Window(0, 4), Window(4, 8), Window(8, 10)]
        assert list(plan(log, 0, 4)) == []


@pytest.mark.parametrize(
    ("lasts", "until"),
    [
        ([], 100),
        ([40, 100], 100),
        ([130], 130),
        ([165], 100),  # too far for one round
        ([165, 170], 170),
        ([130, 190, 199, 260], 199),  # never further than the window is long
        ([201] * 9, 100),
    ],
)
def test_reading_on_is_worth_it_for_enough_rounds(lasts: list[int], until: int) -> None:
    assert worth_reading(Window(0, 100), lasts) == until
