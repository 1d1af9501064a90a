"""Checks on the views as a whole: what no single round can show."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from domain.kernel.text import text
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.chips.table import BALANCES, DAYS, JOURNAL
from projections.chips.writer import DAY
from projections.ledgers import faults_of_ledgers
from projections.projection import from_column, stream_column
from projections.store.engine import Views
from projections.store.position import live_place

PAGE: Final = 1_000
"""Streams asked for in one query."""
_SUM: Final = sa.cast(sa.func.sum(JOURNAL.c.points), sa.BigInteger)


def faults_of(views: Views, log: Log) -> Iterator[str]:
    """Yield what is wrong with the views as a whole, a sentence each; nothing if all is well.

    Every entry of the journal adds up to zero, every balance is the sum of its lines, the ledgers
    of matches are what the matches count, every row is of a stream that the log has, and no
    projection is ahead of the log.
    """
    yield from _ahead(views, log)
    yield from _unbalanced(views)
    yield from _balances(views)
    yield from faults_of_ledgers(views)
    for projection in PROJECTIONS.values():
        for table in projection.tables:
            column = stream_column(table)
            if column is not None:
                yield from _strangers(views, log, projection.name, table.c[column])


def _ahead(views: Views, log: Log) -> Iterator[str]:
    for name in PROJECTIONS:
        position = views.place(name).position  # asked first: the log only grows
        end = log.last_position()
        if position > end:
            yield text(
                "{name} is at position {position}, and the log ends at {end}",
                name=name,
                position=position,
                end=end,
            )


def _unbalanced(views: Views) -> Iterator[str]:
    with views.reading() as connection:
        place = live_place(connection, "chips")
        lines = sa.select(JOURNAL.c.position, _SUM.label("points"))
        lines = lines.where(JOURNAL.c.generation == place.generation)
        lines = lines.group_by(JOURNAL.c.position).having(_SUM != 0)
        for row in connection.execute(lines.order_by(JOURNAL.c.position)):
            yield text(
                "the entry at position {position} adds up to {points}, not to 0",
                position=row.position,
                points=row.points,
            )


def _balances(views: Views) -> Iterator[str]:
    with views.reading() as connection:
        place = live_place(connection, "chips")
        sums = sa.select(JOURNAL.c.account, _SUM)
        sums = sums.where(JOURNAL.c.generation == place.generation).group_by(JOURNAL.c.account)
        added = {account: int(points) for account, points in connection.execute(sums) if points}
        kept = sa.select(BALANCES.c.account, BALANCES.c.points)
        kept = kept.where(BALANCES.c.generation == place.generation)
        stored = {account: points for account, points in connection.execute(kept) if points}
        yield from _days(connection, place.generation)
    for account in sorted(added.keys() | stored.keys()):
        if added.get(account, 0) != stored.get(account, 0):
            told = text(
                "the balance of {account} is {stored}",
                account=account,
                stored=stored.get(account, 0),
            )
            yield text(
                "{told}, and its lines add up to {added}", told=told, added=added.get(account, 0)
            )


def _days(connection: sa.Connection, generation: int) -> Iterator[str]:
    """Yield the days of accounts that are not the sums of their lines."""
    day = sa.func.substr(JOURNAL.c.entered_at, 1, DAY)
    sums = sa.select(day, JOURNAL.c.account, _SUM).where(JOURNAL.c.generation == generation)
    sums = sums.group_by(day, JOURNAL.c.account).having(_SUM != 0)
    kept = sa.select(DAYS.c.day, DAYS.c.account, DAYS.c.points)
    kept = kept.where(DAYS.c.generation == generation, DAYS.c.points != 0)
    added, stored = (
        {(at, account): int(points) for at, account, points in connection.execute(query)}
        for query in (sums, kept)
    )
    for at, account in sorted(added.keys() | stored.keys()):
        if added.get((at, account), 0) != stored.get((at, account), 0):
            yield text(
                "{account} gained {stored} on {day}, and its lines add up to {added}",
                account=account,
                stored=stored.get((at, account), 0),
                day=at,
                added=added.get((at, account), 0),
            )


def _strangers(views: Views, log: Log, name: str, column: sa.Column[str]) -> Iterator[str]:
    """Yield the streams that rows are of and the log does not have."""
    last = ""
    table = column.table
    while True:
        with views.reading() as connection:
            place = live_place(connection, name)
            query = sa.select(column).distinct().where(column > last)
            query = query.where(table.c.generation == place.generation)
            page = list(connection.execute(query.order_by(column).limit(PAGE)).scalars())
        if not page:
            return
        streams = [from_column(column.name, one) for one in page]
        known = {one.stream for one in log.extents(streams)}
        for stream in streams:
            if stream not in known:
                yield text(
                    "{name} has rows of {stream}, which is not in the log", name=name, stream=stream
                )
        last = page[-1]
