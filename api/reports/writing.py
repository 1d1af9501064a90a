"""Writing a report into a file in one of its forms, from one moment of the views."""

from collections.abc import Callable, Mapping
from typing import BinaryIO, Final, NamedTuple

from api.reports.as_csv import write_csv
from api.reports.as_json import write_json
from api.reports.as_parquet import write_parquet
from api.reports.as_text import write_text
from api.reports.form import Check, Report
from api.reports.heading import Heading, heading_of
from api.reports.named import require_named
from api.reports.source import Asked, Source
from api.reports.tally import Tally
from projections.store.engine import Views
from projections.store.errors import ViewsUnavailableError
from projections.store.position import live_place

Writes = Callable[[Heading, Tally, BinaryIO], list[Check]]
"""Writes the lines, and what they come to; returns the checks, which it has told."""


class Form(NamedTuple):
    """A form of reports: what writes it, and its media type."""

    write: Writes
    media: str


FORMS: Final[Mapping[str, Form]] = {
    "text": Form(write_text, "text/plain; charset=utf-8"),
    "json": Form(write_json, "application/json"),
    "csv": Form(write_csv, "text/csv; charset=utf-8"),
    "parquet": Form(write_parquet, "application/vnd.apache.parquet"),
}


class Order(NamedTuple):
    """A report that was asked for, as of a position of the log."""

    report: Report
    asked: Asked
    position: int


def write_report(views: Views, order: Order, form: str, out: BinaryIO) -> list[Check]:
    """Write a report as of its position, which the views have reached; return its checks.

    Raises a `ReportError` or a `ViewsError`; then the file holds nothing of use.
    """
    report, asked, position = order
    with views.reading() as connection:
        for name in report.reads:
            if live_place(connection, name).position < position:
                message = f"the {name} are not projected as far as this yet"
                raise ViewsUnavailableError(message)
        source = Source(connection, asked, position)
        require_named(source)
        tally = Tally(report.tell(source), asked.accounts)
        return FORMS[form].write(heading_of(report, asked, position), tally, out)
