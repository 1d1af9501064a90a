"""Asking the level ledger."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from projections.levels.table import LEVELS
from projections.levels.writer import NAME
from projections.store.tables import live

_SHOWN = LEVELS.c.generation == live(NAME)


def levels_of_match(
    connection: sa.Connection,
    match: str,
    *,
    after: int = 0,
    limit: int = 100,
    until: int = 1 << 62,
) -> Sequence[sa.Row[Any]]:
    """Return a match's changes after a position of the log up to another, the oldest first."""
    between = sa.and_(LEVELS.c.position > after, LEVELS.c.position <= until)
    query = sa.select(LEVELS).where(_SHOWN, LEVELS.c.match == match, between)
    return connection.execute(query.order_by(LEVELS.c.position).limit(limit)).all()


def levels_of_round(connection: sa.Connection, round_id: str) -> Sequence[sa.Row[Any]]:
    """Return what a round did to the levels: no row for a side whose level it left alone."""
    query = sa.select(LEVELS).where(_SHOWN, LEVELS.c.round == round_id)
    return connection.execute(query.order_by(LEVELS.c.side)).all()
