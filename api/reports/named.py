"""What a filter names must be there: a slip would look as if nothing had happened."""

import sqlalchemy as sa

from api.reports.errors import NoSuchPlayerError, NoSuchRoundError, NoSuchTableError
from api.reports.form import PLAYER, ROUND, TABLE
from api.reports.source import Source
from domain.kernel.text import text
from projections.office.table import OFFICE
from projections.office.writer import NAME as OF_OFFICE
from projections.rounds.table import ROUNDS, SEATS
from projections.rounds.writer import NAME as OF_ROUNDS
from projections.store.tables import live


def require_named(source: Source) -> None:
    """Raise a `NotThereError` if a filter names what is not there.

    A record that was stored may be of players and at a table that this house never had.
    """
    player, table, of_round = map(source.filter, (PLAYER, TABLE, ROUND))
    dealt_in, played_at, opened = SEATS.c.player, ROUNDS.c.table, ROUNDS.c.round
    if player and not (source.has_account(player) or _any(source, OF_ROUNDS, dealt_in, player)):
        raise NoSuchPlayerError(text("there is no such player"))
    if table and not (
        _any(source, OF_OFFICE, OFFICE.c.stream, f"table/{table}")
        or _any(source, OF_ROUNDS, played_at, table)
    ):
        raise NoSuchTableError(text("there is no such table"))
    if of_round and not _any(source, OF_ROUNDS, opened, of_round):
        raise NoSuchRoundError(text("there is no such round"))


def _any(source: Source, projection: str, column: sa.Column[str], value: str) -> bool:
    query = sa.select(column).where(column.table.c.generation == live(projection), column == value)
    return source.connection.execute(query.limit(1)).first() is not None
