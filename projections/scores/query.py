"""Asking the score ledger: lines as they stand, and added up as it is wanted."""

import operator
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from projections.scores.table import SCORES
from projections.scores.writer import NAME
from projections.store.tables import live

By = Literal["player", "seat", "round", "cause", "match"]

_SHOWN = SCORES.c.generation == live(NAME)
_SUM = sa.cast(sa.func.sum(SCORES.c.score), sa.BigInteger)


class Wanted(NamedTuple):
    """Which scores: of whom, in which match or round, for what; up to a position of the log."""

    player: str | None = None
    match: str | None = None
    round: str | None = None
    cause: str | None = None
    until: int | None = None


ALL: Final = Wanted()


def score_lines(
    connection: sa.Connection, wanted: Wanted = ALL, *, after: int = 0, limit: int = 400
) -> Sequence[sa.Row[Any]]:
    """Return lines of the ledger after a position of the log, the oldest first.

    The lines of one position belong together; a full answer may end within them.
    """
    query = _of(sa.select(SCORES), wanted).where(SCORES.c.position > after)
    query = query.order_by(SCORES.c.position, SCORES.c.seat)
    return connection.execute(query.limit(limit)).all()


def scores_by(connection: sa.Connection, by: By, wanted: Wanted = ALL) -> Sequence[sa.Row[Any]]:
    """Return (name, score) for each player, seat, round, cause or match."""
    column = SCORES.c[by]
    query = _of(sa.select(column, _SUM.label("score")), wanted)
    return connection.execute(query.group_by(column).order_by(column)).all()


def unbalanced(connection: sa.Connection, limit: int = 100) -> Sequence[sa.Row[Any]]:
    """Return (round, cause, score) where the seats' scores do not add up to zero."""
    columns = (SCORES.c.round, SCORES.c.cause)
    query = sa.select(*columns, _SUM.label("score")).where(_SHOWN).group_by(*columns)
    return connection.execute(query.having(_SUM != 0).order_by(*columns).limit(limit)).all()


def _of(query: sa.Select[Any], wanted: Wanted) -> sa.Select[Any]:
    equal = wanted._asdict()
    until = equal.pop("until")
    query = query.where(_SHOWN)
    for name, value in equal.items():
        if value is not None:
            query = query.where(operator.eq(SCORES.c[name], value))
    return query if until is None else query.where(SCORES.c.position <= until)
