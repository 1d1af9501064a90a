"""Adding up in the database, without ever going beyond what it can hold."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from api.reports.period import Period, days_in
from api.reports.source import Source
from projections.store.tables import live

HALF: Final = 1 << 32
DAY: Final = "day"


def summed(column: sa.ColumnElement[int], name: str) -> tuple[sa.ColumnElement[Any], ...]:
    """Return the sum of a column in two parts: that of many large amounts is beyond 64 bits."""
    of = sa.func.coalesce(column, 0)
    half = sa.literal_column(str(HALF), sa.BigInteger)
    high, low = of // half, of % half  # both databases round a quotient towards zero
    return sa.func.sum(high).label(f"{name}_high"), sa.func.sum(low).label(f"{name}_low")


def sum_in(row: sa.Row[Any], name: str) -> int:
    """Return the sum that a row has in two parts, 0 if nothing was added up."""
    high, low = getattr(row, f"{name}_high"), getattr(row, f"{name}_low")
    return int(high or 0) * HALF + int(low or 0)


class Place(NamedTuple):
    """The columns that say where in the log and when the fact of a row was recorded.

    The rows are those of a projection.
    """

    position: sa.Column[int]
    at: sa.Column[str]
    projection: str


def grouped(
    source: Source, query: sa.Select[Any], place: Place, groups: Sequence[str]
) -> Iterator[tuple[str | None, sa.Row[Any]]]:
    """Yield the rows of a query for each local day, with the day's name; else those of the whole.

    Days are no matter for a database: not every one knows time zones, and none as they are here.
    """
    if DAY not in groups:
        for row in source.rows(source.span.within(query, place.position, place.at)):
            yield None, row
        return
    bounded = query.where(
        place.position <= source.position,
        place.at >= sa.bindparam("begin"),
        place.at < sa.bindparam("end"),
    )
    for day in _days(source, place):
        ends = {"begin": day.begins, "end": day.ends}
        for row in source.connection.execute(bounded, ends):
            yield day.label, row


def _days(source: Source, place: Place) -> Iterator[Period]:
    """Yield the days from the first row to the last one."""
    bounds: list[Any] = [sa.func.min(place.at), sa.func.max(place.at)]
    shown = place.at.table.c.generation == live(place.projection)
    ends = source.span.within(sa.select(*bounds).where(shown), place.position, place.at)
    first, last = tuple(source.connection.execute(ends).one())
    if first is None:
        return
    moments = (datetime.fromisoformat(first), datetime.fromisoformat(last))
    yield from days_in(source.asked.period, *moments, source.asked.zone)
