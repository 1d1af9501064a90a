"""The lines of the chip journal as rows."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import pyarrow as pa
import sqlalchemy as sa

from api.export.sheet import TIME, Row
from projections.chips.table import JOURNAL
from projections.chips.writer import NAME
from projections.moments import moment
from projections.span import Span
from projections.store.engine import Views
from projections.store.tables import live
from replay.verify_choice import Choice

TITLE: Final = "journal"
PAGE: Final = 10_000
SCHEMA: Final = pa.schema(
    [
        pa.field("position", pa.int64(), nullable=False),
        pa.field("line", pa.int64(), nullable=False),
        pa.field("entry", pa.string(), nullable=False),
        pa.field("stream", pa.string(), nullable=False),
        pa.field("version", pa.int64(), nullable=False),
        pa.field("account", pa.string(), nullable=False),
        pa.field("points", pa.int64(), nullable=False),
        pa.field("entered_at", TIME, nullable=False),
    ]
)
_COLUMNS: Final = tuple(JOURNAL.c[name] for name in SCHEMA.names)


def reached(views: Views) -> int:
    """Return the position up to which the journal is kept."""
    return views.place(NAME).position


def journal(views: Views, choice: Choice, last: int, after: int = 0) -> Iterator[Row]:
    """Yield the lines entered in the chosen time, up to a position, in the order of the log.

    Those of positions up to and with `after` are left out.
    """
    span = Span(last, *(None if at is None else moment(at) for at in (choice.since, choice.until)))
    key = after + 1, -1
    while page := _page(views, key, span):
        for row in page:
            yield {**row, "entered_at": datetime.fromisoformat(row["entered_at"])}
        key = page[-1]["position"], page[-1]["line"]


def _page(views: Views, after: tuple[int, int], span: Span) -> list[Row]:
    key = sa.tuple_(JOURNAL.c.position, JOURNAL.c.line)
    query = (
        sa.select(*_COLUMNS)
        .where(JOURNAL.c.generation == live(NAME), key > after)
        .order_by(JOURNAL.c.position, JOURNAL.c.line)
        .limit(PAGE)
    )
    query = span.within(query, JOURNAL.c.position, JOURNAL.c.entered_at)
    with views.reading() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]
