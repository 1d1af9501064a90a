"""Asking for the tricks of a round."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from projections.store.tables import live
from projections.tricks.table import ACES, PLAYS, TRICKS
from projections.tricks.writer import NAME

Found = sa.Row[Any]


class TrickLine(NamedTuple):
    """A trick, its plays in order, and the aces captured in it, as the columns of their tables."""

    trick: Found
    plays: Sequence[Found]
    aces: Sequence[Found]


class Counted(NamedTuple):
    """The points of a round: in tricks that were won, and in the kitty, None before it is shown."""

    tricks: int
    kitty: int | None


def tricks_of(
    connection: sa.Connection, round_id: str, *, after: int = -1, limit: int = 100
) -> list[TrickLine]:
    """Return a round's tricks in order, from the one after a number on; the first is number 0."""
    query = _of(TRICKS, round_id).where(TRICKS.c.trick > after)
    tricks = connection.execute(query.order_by(TRICKS.c.trick).limit(limit)).all()
    if not tricks:
        return []
    first, last = tricks[0].trick, tricks[-1].trick

    def parts(table: sa.Table, then: str) -> dict[int, list[Found]]:
        found: dict[int, list[Found]] = {trick.trick: [] for trick in tricks}
        asked = _of(table, round_id).where(table.c.trick.between(first, last))
        for row in connection.execute(asked.order_by(table.c.trick, table.c[then])):
            found[row.trick].append(row)
        return found

    plays, aces = parts(PLAYS, "place"), parts(ACES, "version")
    return [TrickLine(one, plays[one.trick], aces[one.trick]) for one in tricks]


def points_of(connection: sa.Connection, round_id: str) -> Counted:
    """Return where the points of a round are; in a settled one they are all 400 (S1.3)."""
    sums = [sa.cast(sa.func.sum(TRICKS.c[name]), sa.BigInteger) for name in _POINTS]
    query = sa.select(*sums).where(TRICKS.c.generation == live(NAME), TRICKS.c.round == round_id)
    won = connection.execute(query).one()
    return Counted(int(won[0] or 0), won[1])


def _of(table: sa.Table, round_id: str) -> sa.Select[Any]:
    return sa.select(table).where(table.c.generation == live(NAME), table.c.round == round_id)


_POINTS = ("points", "kitty_points")
