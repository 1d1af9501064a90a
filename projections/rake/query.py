"""Asking for the rake, added up as it is wanted."""

import operator
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from projections.rake.table import RAKE
from projections.rake.writer import NAME
from projections.store.tables import live

By = Literal["player", "round", "pot", "table"]


class Wanted(NamedTuple):
    """Which rake: from `since` to before `until`, as times stand in the rows; of whom; in which."""

    since: str | None = None
    until: str | None = None
    player: str | None = None
    round: str | None = None


ALL: Final = Wanted()


def rake_by(connection: sa.Connection, by: By, wanted: Wanted = ALL) -> Sequence[sa.Row[Any]]:
    """Return (name, points) for each player, round, pot or table; pots are named within a round."""
    column = RAKE.c[by]
    points = sa.cast(sa.func.sum(RAKE.c.points), sa.BigInteger)
    query = sa.select(column, points.label("points"))
    query = query.where(RAKE.c.generation == live(NAME))
    conditions = (
        (RAKE.c.taken_at, operator.ge, wanted.since),
        (RAKE.c.taken_at, operator.lt, wanted.until),
        (RAKE.c.player, operator.eq, wanted.player),
        (RAKE.c.round, operator.eq, wanted.round),
    )
    for one, compare, value in conditions:
        if value is not None:
            query = query.where(compare(one, value))
    return connection.execute(query.group_by(column).order_by(column)).all()
