"""What a report of a day reads: rows that an index has of it, in few statements."""

from collections import Counter
from typing import Any, Final

import pytest
import sqlalchemy as sa

from api.reports.ask import Choice
from api.reports.catalogue import REPORTS
from api.reports.period import Wanted
from tests.reports.conftest import House

LARGE: Final = ("journal ", "journal_days", "rounds", "round_seats", "office", "rake")
"""Tables of which a report must not read all rows of its generation."""
WHOLE: Final = ("(generation=?)", "(generation=? AND position<?)")
FEW: Final = "journal_sits"
"""An index of the lines of those who sat down, of which all are looked through."""
DAY: Final = Choice(Wanted(day="2026-03-29"), "Europe/Paris")
NAMES: Final = [name for name in REPORTS if name not in {"projections", "reconciliation"}]


class Seen:
    """The statements of a report, how often each was executed, and its plan."""

    def __init__(self, house: House, name: str, choice: Choice) -> None:
        self.counts: Counter[str] = Counter()
        self.plans: list[str] = []
        filters = dict.fromkeys(REPORTS[name].needed, "ann")
        sa.event.listen(sa.Engine, "before_cursor_execute", self._before)
        try:
            house.told(name, choice._replace(filters=filters))
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", self._before)

    def _before(self, *told: Any) -> None:  # noqa: ANN401 -- what SQLAlchemy tells
        connection, _, statement, parameters, _, _ = told
        if statement.startswith("SELECT") and not self.counts[statement]:
            driver = connection.connection.driver_connection
            rows = driver.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            self.plans += [str(row[3]) for row in rows]
        self.counts[statement] += 1


@pytest.mark.parametrize("name", NAMES)
def test_a_report_of_a_day_reads_no_whole_table(house: House, name: str) -> None:
    plans = Seen(house, name, DAY).plans
    assert len(plans) > 1
    whole = [
        line
        for line in plans
        if line.startswith(tuple(f"{how} {table}" for how in ("SCAN", "SEARCH") for table in LARGE))
        and (line.startswith("SCAN") or line.endswith(WHOLE))
        and FEW not in line
    ]
    assert whole == []


@pytest.mark.parametrize("name", ["interrupted", "liability", "adjustments", "disputes", "decks"])
def test_no_line_asks_by_itself(house: House, name: str) -> None:
    lines = house.report(name, Choice(Wanted()))["row_count"]
    assert lines > 4
    counts = Seen(house, name, Choice(Wanted())).counts
    assert max(counts.values()) <= len(REPORTS[name].reads)  # whose positions are asked for
