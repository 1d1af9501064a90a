"""With whom a player has played, and what either won in those rounds."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.form import (
    PLAYER,
    TABLE,
    Column,
    Kind,
    Line,
    Report,
    Told,
    points,
    standing,
    text,
)
from api.reports.source import Source
from projections.results.table import RESULTS
from projections.results.writer import NAME
from projections.store.tables import live

COLUMNS: Final = (
    *text("opponent", "game"),
    # A round is one with each opponent, and the player won or lost in it once.
    Column("rounds", Kind.COUNT),
    *standing("own_net"),
    *points("their_net"),
)


def tell(source: Source) -> Told:
    """Return a line an opponent and game; partners of 比牌升級 are among them."""
    return Told(COLUMNS, _lines(source))


def _lines(source: Source) -> Iterator[Line]:
    own, other = RESULTS.alias("own"), RESULTS.alias("other")
    same = sa.and_(other.c.generation == own.c.generation, other.c.round == own.c.round)
    nets = [sa.func.coalesce(sa.func.sum(one.c.net), 0) for one in (own, other)]
    columns: list[Any] = [other.c.player, own.c.game, sa.func.count(), *nets]
    query = sa.select(*columns)
    query = query.join_from(own, other, sa.and_(same, other.c.seat != own.c.seat))
    query = query.where(own.c.generation == live(NAME), own.c.player == source.filter(PLAYER))
    query = source.filtered(query, own, TABLE)
    query = source.span.within(query, own.c.position, own.c.ended_at)
    keys = (other.c.player, own.c.game)
    for row in source.rows(query.group_by(*keys).order_by(*keys)):
        player, game, rounds, mine, theirs = tuple(row)
        cells = (player, game, rounds, int(mine), int(theirs))
        yield Line(cells, test=player in source.tests)


OPPONENTS: Final = Report(
    "opponents", "Opponents of a player", tell, filters=(PLAYER, TABLE), needed=(PLAYER,), form=2
)
