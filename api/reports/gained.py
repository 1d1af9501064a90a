"""What accounts gained in a while: whole days from the sums of days, the rest from the journal."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from api.reports.source import Source
from api.reports.sums import sum_in, summed
from projections.chips.table import DAYS, JOURNAL
from projections.chips.writer import DAY, NAME
from projections.span import Span
from projections.store.tables import live

MIDNIGHT: Final = "T00:00:00.000000Z"


def later(source: Source) -> Sequence[sa.Row[Any]]:
    """Return the lines after the report's position: few, for it was the end a moment ago."""
    c = JOURNAL.c
    query: sa.Select[Any] = sa.select(c.account, c.points, c.entered_at)
    query = query.where(c.generation == live(NAME), c.position > source.position)
    return source.connection.execute(query).all()


def gained(source: Source, span: Span, unseen: Sequence[sa.Row[Any]] = ()) -> Mapping[str, int]:
    """Return what each account gained in a span, 0 too; of rounds only those that gained.

    `unseen` are the lines after its position. Their days are none that count as a whole, since the
    sums of days tell no position.
    """
    found: defaultdict[str, int] = defaultdict(int)
    for query in _parts(span, min((row.entered_at for row in unseen), default=None)):
        for row in source.rows(query):
            found[row.account] += sum_in(row, "points")
    return found


def _parts(span: Span, unseen: str | None) -> Iterator[sa.Select[Any]]:
    first = None if span.since is None else _day_from(span.since)
    ends = [one for one in (span.until, unseen) if one is not None]
    after = min(ends)[:DAY] if ends else None
    if first is not None and after is not None and first >= after:
        yield span.within(_lines(), JOURNAL.c.position, JOURNAL.c.entered_at)
        return
    days = sa.select(DAYS.c.account, *summed(DAYS.c.points, "points"))
    days = days.where(DAYS.c.generation == live(NAME)).group_by(DAYS.c.account)
    if first is not None:
        days = days.where(DAYS.c.day >= first)
        before = span._replace(until=first + MIDNIGHT)
        yield before.within(_lines(), JOURNAL.c.position, JOURNAL.c.entered_at)
    if after is not None:
        days = days.where(DAYS.c.day < after)
        rest = span._replace(since=after + MIDNIGHT)
        yield rest.within(_lines(), JOURNAL.c.position, JOURNAL.c.entered_at)
    yield days


def _day_from(at: str) -> str:
    """Return the first day that begins at a time or later."""
    day = datetime.fromisoformat(at)
    whole = at[DAY:] == MIDNIGHT
    return (day if whole else day + timedelta(days=1)).date().isoformat()


def _lines() -> sa.Select[Any]:
    lines = sa.select(JOURNAL.c.account, *summed(JOURNAL.c.points, "points"))
    return lines.where(JOURNAL.c.generation == live(NAME)).group_by(JOURNAL.c.account)
