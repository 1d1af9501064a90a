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
from domain.kernel.text import text
from projections.store.engine import Views
from projections.store.errors import ViewsUnavailableError
from projections.store.position import live_place
from replay.messages.say import Say, english

Writes = Callable[[Heading, Tally, BinaryIO, Say], list[Check]]
"""Writes the lines, and what they come to; returns the checks, which it has told.

The forms that people read are in the language of what says their texts."""


class Form(NamedTuple):
    """A form of reports: what writes it, its media type, and whether it is in some language."""

    write: Writes
    media: str
    spoken: bool = False


FORMS: Final[Mapping[str, Form]] = {
    "text": Form(write_text, "text/plain; charset=utf-8", spoken=True),
    "json": Form(write_json, "application/json"),
    "csv": Form(write_csv, "text/csv; charset=utf-8", spoken=True),
    "parquet": Form(write_parquet, "application/vnd.apache.parquet"),
}


class Order(NamedTuple):
    """A report that was asked for, as of a position of the log."""

    report: Report
    asked: Asked
    position: int


def write_report(
    views: Views, order: Order, form: str, out: BinaryIO, say: Say = english
) -> list[Check]:
    """Write a report as of its position, which the views have reached; return its checks.

    Raises a `ReportError` or a `ViewsError`; then the file holds nothing of use.
    """
    report, asked, position = order
    with views.reading() as connection:
        for name in report.reads:
            if live_place(connection, name).position < position:
                message = text("the {view} are not projected as far as this yet", view=name)
                raise ViewsUnavailableError(message)
        source = Source(connection, asked, position)
        require_named(source)
        tally = Tally(report.tell(source), asked.accounts)
        return FORMS[form].write(heading_of(report, asked, position), tally, out, say)
