"""docs/reports.md has every report, and every column with its kind, and no other."""

import pytest

from api.reports.ask import Choice
from api.reports.catalogue import REPORTS
from api.reports.period import Wanted
from api.reports.writing import FORMS
from tests.docs.markdown import page, spans, table, tables
from tests.reports.conftest import House

PAGE = page("reports.md")


def test_every_report_has_its_section() -> None:
    headings = [one.heading for one in tables(PAGE) if one.header == ("column", "kind", "meaning")]
    assert [one.replace("`", "") for one in headings] == [*REPORTS]


@pytest.mark.parametrize("name", REPORTS)
def test_every_column_is_documented(house: House, name: str) -> None:
    filters = dict.fromkeys(REPORTS[name].needed, "ann")
    told = house.report(name, Choice(Wanted(), filters=filters))
    documented = table(PAGE, "column", "kind", "meaning", heading=name)
    rows = {
        column: (kind, "**" in meaning)
        for columns, kind, meaning in documented.rows
        for column in spans(columns)
    }
    assert set(rows) == {one["name"] for one in told["columns"]}
    assert {column: kind for column, (kind, _) in rows.items()} == {
        one["name"]: one["kind"] for one in told["columns"]
    }
    assert {column for column, (_, summed) in rows.items() if summed} == set(told["totals"])


def test_head_and_foot_are_documented(house: House) -> None:
    told = house.report("wins", Choice(Wanted()))
    named = [one for cell in table(PAGE, "name", "meaning").column("name") for one in spans(cell)]
    assert named == [name for name in told if name not in {"columns", "rows"}]


def test_every_form_is_documented() -> None:
    forms = [spans(cell)[0] for cell in table(PAGE, "`format`", "what it is").column("`format`")]
    assert sorted(forms) == sorted(FORMS)
