"""Measures what reports of a year cost, by views of many rounds.

    python -m bench.reports [HOW MANY ROUNDS]

100,000 rounds of four seats if nothing is said, spread evenly over 2026, at ten tables, in a file.
The database itself makes the rows (`shared/reports.sql`), for to play so many rounds takes hours:
they have the form and number of real ones, 14 lines of the journal, a rake and a deck a round, a
deposit every 20th, an interruption, a void, an adjustment and a dispute every 500th or 1000th. No
statistics are taken of them, for a house takes none.
"""

import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from api.reports.ask import Choice, asked_of
from api.reports.catalogue import REPORTS
from api.reports.period import Wanted
from api.reports.writing import Order, write_report
from projections.store.engine import Views, open_views
from projections.store.upgrade import migrate_views

USUAL: Final = 100_000
SKIPPED: Final = ("reconciliation", "projections")
ROWS: Final = Path(__file__).with_name("shared") / "reports.sql"
PERIODS: Final = (Wanted(year="2026"), Wanted(day="2026-06-15"))


def main() -> None:
    """Fill views, and print what each report of the year and of a day costs."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder)}/views.db"
        migrate_views(address)
        with open_views(address) as views:
            begin = time.perf_counter()
            with views.writing() as connection:
                for statement in ROWS.read_text(encoding="utf-8").split(";"):
                    connection.execute(sa.text(statement), {"rounds": rounds})
            took = time.perf_counter() - begin
            print(
                f"{rounds} rounds, made in {took:.0f} s; as CSV, seconds of a core for year and day"
            )
            for name in REPORTS:
                if name not in SKIPPED:
                    year, day = (cost(views, name, rounds * 30, one) for one in PERIODS)
                    print(f"{name:12} {year:8.2f} {day:8.3f}", flush=True)
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"at most {most} MiB of memory, the making of the rows included")


def cost(views: Views, name: str, position: int, wanted: Wanted) -> float:
    """Return the seconds of a core that a report takes; a database in a file takes no others."""
    report = REPORTS[name]
    filters = dict.fromkeys(report.needed, "player-7")
    asked = asked_of(report, Choice(wanted, "Europe/Paris", filters), datetime.now(UTC))
    begin = time.process_time()
    with tempfile.TemporaryFile() as file:
        write_report(views, Order(report, asked, position), "csv", file)
    return time.process_time() - begin


if __name__ == "__main__":
    main()
