"""With whom a player has played, and what either won in those rounds."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.ended import ended_in, of_player, seats_of_ended
from api.reports.form import (
    PLAYER,
    TABLE,
    Column,
    Kind,
    Line,
    Report,
    Told,
    one_of,
    points,
    standing,
    texts,
)
from api.reports.source import Source
from domain.games.games import GAMES
from domain.kernel.text import text
from projections.rounds.table import ROUNDS, SEATS

COLUMNS: Final = (
    *texts("opponent"),
    one_of("game", *(game.name for game in GAMES)),
    # A round is one with each opponent, and the player won or lost in it once.
    Column("rounds", Kind.COUNT),
    *standing("own_net"),
    *points("their_net"),
)


def tell(source: Source) -> Told:
    """Return a line an opponent and game; partners of 比牌升級 are among them."""
    return Told(COLUMNS, _lines(source))


def _lines(source: Source) -> Iterator[Line]:
    own, other = SEATS, SEATS.alias("other")
    same = sa.and_(other.c.generation == own.c.generation, other.c.round == own.c.round)
    nets = [sa.func.coalesce(sa.func.sum(one.c.net), 0) for one in (own, other)]
    columns: list[Any] = [other.c.player, ROUNDS.c.game, sa.func.count(), *nets]
    query = seats_of_ended(*columns).join(other, sa.and_(same, other.c.seat != own.c.seat))
    query = source.filtered(of_player(query, source.filter(PLAYER)), ROUNDS, TABLE)
    query = ended_in(query, source.span)
    keys = (other.c.player, ROUNDS.c.game)
    for row in source.rows(query.group_by(*keys).order_by(*keys)):
        player, game, rounds, mine, theirs = tuple(row)
        cells = (player, game, rounds, int(mine), int(theirs))
        yield Line(cells, test=player in source.tests)


OPPONENTS: Final = Report(
    "opponents",
    text("Opponents of a player"),
    tell,
    filters=(PLAYER, TABLE),
    needed=(PLAYER,),
    form=2,
)
