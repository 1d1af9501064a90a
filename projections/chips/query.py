"""Asking the journal: balances, statements, the trial balance."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from projections.chips.table import BALANCES, JOURNAL
from projections.chips.writer import NAME
from projections.store.tables import live

_SHOWN = JOURNAL.c.generation == live(NAME)
_SUM = sa.cast(sa.func.coalesce(sa.func.sum(JOURNAL.c.points), 0), sa.BigInteger)


def balance(connection: sa.Connection, account: str, at: int | None = None) -> int:
    """Return what an account holds now, or held after a position of the log."""
    if at is None:
        query = sa.select(BALANCES.c.points).where(
            BALANCES.c.generation == live(NAME), BALANCES.c.account == account
        )
        return int(connection.execute(query).scalar() or 0)
    lines = sa.select(_SUM).where(_SHOWN, JOURNAL.c.account == account, JOURNAL.c.position <= at)
    return int(connection.execute(lines).scalar_one())


def balances(connection: sa.Connection, prefix: str = "", at: int | None = None) -> dict[str, int]:
    """Return what all accounts whose names begin so hold, without those that hold nothing."""
    if at is None:
        table = BALANCES
        query = sa.select(table.c.account, table.c.points)
        query = query.where(table.c.generation == live(NAME), table.c.points != 0)
        column = table.c.account
    else:
        column = JOURNAL.c.account
        query = sa.select(column, _SUM).where(_SHOWN, JOURNAL.c.position <= at)
        query = query.group_by(column).having(_SUM != 0)
    query = query.where(column.startswith(prefix, autoescape=True)).order_by(column)
    return {account: int(points) for account, points in connection.execute(query)}


def trial_balance(connection: sa.Connection, at: int | None = None) -> int:
    """Return the sum of all lines, or of those up to a position: zero, or points went astray."""
    query = sa.select(_SUM).where(_SHOWN)
    if at is not None:
        query = query.where(JOURNAL.c.position <= at)
    return int(connection.execute(query).scalar_one())


def unbalanced(connection: sa.Connection, limit: int = 100) -> list[int]:
    """Return the positions of entries whose lines do not add up to zero."""
    query = sa.select(JOURNAL.c.position).where(_SHOWN).group_by(JOURNAL.c.position)
    query = query.having(_SUM != 0).order_by(JOURNAL.c.position).limit(limit)
    return list(connection.execute(query).scalars())


def statement(
    connection: sa.Connection, account: str, *, after: int = 0, limit: int = 100
) -> Sequence[sa.Row[Any]]:
    """Return an account's lines after a position, the oldest first."""
    query = sa.select(JOURNAL).where(
        _SHOWN, JOURNAL.c.account == account, JOURNAL.c.position > after
    )
    return connection.execute(query.order_by(JOURNAL.c.position).limit(limit)).all()


def movements(
    connection: sa.Connection, account: str, *, before: int | None = None, limit: int = 100
) -> Sequence[tuple[sa.Row[Any], int]]:
    """Return an account's lines before a position, the newest first, with what it held after each.

    An entry has one line of an account at most.
    """
    query = sa.select(JOURNAL).where(_SHOWN, JOURNAL.c.account == account)
    if before is not None:
        query = query.where(JOURNAL.c.position < before)
    rows = connection.execute(query.order_by(JOURNAL.c.position.desc()).limit(limit)).all()
    held = balance(connection, account, rows[0].position) if rows else 0
    told = []
    for row in rows:
        told.append((row, held))
        held -= row.points
    return told
