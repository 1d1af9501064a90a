"""The forms of reports: heads, whole numbers, and nothing that a spreadsheet would run."""

import csv
import json
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from api.reports.as_csv import safe, write_csv
from api.reports.as_parquet import write_parquet
from api.reports.as_text import write_text
from api.reports.ask import Choice
from api.reports.catalogue import REPORTS
from api.reports.errors import BeyondFormError
from api.reports.form import Check, Column, Kind, Line, Told, points, texts
from api.reports.heading import VERSION
from api.reports.period import Wanted
from api.reports.tally import Tally
from domain.kernel.text import word
from projections.moments import moment
from tests.reports.conftest import NOW, House

HEADS = [
    *("report", "title", "form", "program", "rules", "rake_rules", "period", "since", "until"),
    *("time_zone", "filters", "grouped_by", "accounts", "generated_at", "position"),
]
HEAD = {"report": "test", "title": "Test", "period": "now"}
MARCH = Choice(Wanted(month="2026-03"), "Europe/Paris")
NAMES = [name for name in REPORTS if name != "reconciliation"]


def choice_of(name: str) -> Choice:
    return MARCH._replace(filters=dict.fromkeys(REPORTS[name].needed, "ann"))


@pytest.mark.parametrize("name", NAMES)
def test_every_report_says_what_it_is(house: House, name: str) -> None:
    told = house.report(name, choice_of(name))
    assert [one for one in told if one in HEADS] == HEADS
    assert (told["report"], told["title"]) == (name, REPORTS[name].title)
    assert told["program"] == VERSION
    assert told["rules"] == {"sizhidao": 1, "shengji": 1}
    assert told["rake_rules"] == "sizhidao 1, Z9"
    assert (told["since"], told["until"]) == (
        "2026-02-28T23:00:00.000000Z",
        "2026-03-31T22:00:00.000000Z",
    )
    assert (told["time_zone"], told["accounts"]) == (
        "Europe/Paris",
        "all" if REPORTS[name].needed else "real",
    )
    assert told["generated_at"] == moment(NOW)
    assert told["position"] == house.log.last_position()
    assert told["filters"] == dict.fromkeys(REPORTS[name].needed, "ann")
    assert ("large_win" in told) == ("large_wager" in told) == (name in {"wins", "events"})


@pytest.mark.parametrize("name", NAMES)
def test_all_forms_tell_the_same(house: House, name: str) -> None:
    choice = choice_of(name)
    told = house.report(name, choice)
    names = [one["name"] for one in told["columns"]]
    lines = list(csv.reader(StringIO(house.told(name, choice, "csv").decode(), newline="")))
    heads = [line[0] for line in lines if line[0].startswith("# ")]
    assert [head[2:] for head in heads if head != "# no activity"] == [
        *(one for one in told if one in [*HEADS, "large_win", "large_wager"]),
        *("activity", "row_count", "totals", "test_accounts", "checks"),
    ]
    rows = [line for line in lines if not line[0].startswith("# ")]
    assert rows[0] == names
    plain = [["" if row[n] is None else str(safe(row[n])) for n in names] for row in told["rows"]]
    assert rows[1:] == plain
    assert parquet_rows(house.told(name, choice, "parquet"), told) == told["rows"]
    words = house.told(name, choice, "text").decode()
    assert words.startswith(f"{told['title']} · 2026-03\n")
    assert ("no activity" in words) != told["activity"]


def parquet_rows(content: bytes, told: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a Parquet file, times as in the others; its types and metadata are looked at."""
    file = parquet.ParquetFile(BytesIO(content))
    schema = file.schema_arrow
    for one in told["columns"]:
        kind = schema.field(one["name"]).type
        if one["kind"] in {"points", "count"}:
            assert kind == pa.int64()
        else:
            assert kind == (pa.timestamp("us", "UTC") if one["kind"] == "time" else pa.string())
    head = json.loads(schema.metadata[b"paipu"])
    assert head == {name: told[name] for name in head}
    assert set(HEADS) <= set(head)
    end = json.loads(file.metadata.metadata[b"paipu_end"])
    assert end == {name: told[name] for name in end}
    return [
        {n: moment(v) if isinstance(v, datetime) else v for n, v in row.items()}
        for row in file.read().to_pylist()
    ]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "＝", "－"])
def test_no_cell_is_a_formula(begin: str) -> None:
    told = lines_of(Line((f"{begin}1+1", -5)), Line(("fine", 5)))
    out = BytesIO()
    write_csv({}, Tally(told, "real"), out)
    rows = list(csv.reader(StringIO(out.getvalue().decode(), newline="")))
    assert rows[1:3] == [[f"'{begin}1+1", "-5"], ["fine", "5"]]


def test_no_row_passes_for_a_line_of_the_head_or_foot() -> None:
    out = BytesIO()
    write_csv({"report": "test"}, Tally(lines_of(Line(("# totals", 5))), "real"), out)
    rows = list(csv.reader(StringIO(out.getvalue().decode(), newline="")))
    assert rows[2] == ["'# totals", "5"]
    heads = ["report", "activity", "row_count", "totals", "test_accounts", "checks"]
    assert [row[0] for row in rows if row[0].startswith("#")] == [f"# {name}" for name in heads]


def test_no_cell_of_these_evenings_is_a_formula(house: House) -> None:
    whole = Choice(Wanted())
    told = house.told("adjustments", whole, "csv").decode()
    assert "'=late" in told
    for line in csv.reader(StringIO(told, newline="")):
        assert not any(cell.startswith(("=", "+", "@")) for cell in line)
    assert [row["reason"] for row in house.report("adjustments", whole)["rows"]].count("=late") == 6


def test_a_check_that_fails_is_told_in_every_form() -> None:
    failed = Check(word("one is two"), ok=False, detail=word("1 and 2"))
    written = []
    for write in (write_csv, write_parquet, write_text):
        out = BytesIO()
        told = lines_of(Line(("a", 1)))._replace(checks=lambda: (failed,))
        assert write(HEAD, Tally(told, "real"), out) == [failed]
        assert b"one is two" in out.getvalue()
        written.append(out.getvalue())
    assert "FAILED  one is two: 1 and 2" in written[-1].decode()


def test_figures_beyond_64_bits_are_told_where_they_can_be() -> None:
    told = lines_of(Line(("a", 1 << 64)))
    out = BytesIO()
    write_csv({}, Tally(told, "real"), out)
    assert f"a,{1 << 64}" in out.getvalue().decode()
    with pytest.raises(BeyondFormError):
        write_parquet({}, Tally(lines_of(Line(("a", 1 << 64))), "real"), BytesIO())


def test_text_stands_in_columns_whatever_it_is_made_of() -> None:
    out = BytesIO()
    told = lines_of(Line(("四支刀", 7)), Line(("a\x1b[2J", 1_000)))
    write_text(HEAD, Tally(told, "real"), out)
    shown = out.getvalue().decode().splitlines()
    assert "name      points" in shown
    assert "四支刀         7" in shown
    assert "a\\x1b[2J    1000" in shown
    assert "total       1007" in shown


def test_test_accounts_stand_apart() -> None:
    told = lines_of(Line(("a", 1)), Line(("t", 10), test=True), Line(("u", 100), test=True))
    tally = Tally(told, "real")
    assert [cells[0] for cells in tally.shown()] == ["a"]
    assert (tally.totals(), tally.tests()) == ({"points": 1}, {"rows": 2, "points": 110})


def lines_of(*lines: Line) -> Told:
    columns = (*texts("name"), *points("points"))
    assert columns[1] == Column("points", Kind.POINTS, summed=True)
    return Told(columns, iter(lines))
