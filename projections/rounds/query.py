"""Asking for rounds: one, many, a player's history."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from domain.games.status import Status
from projections.rounds.table import INTERRUPTIONS, ROUNDS, SEATS
from projections.rounds.writer import NAME
from projections.store.tables import live

Found = sa.Row[Any]


def with_status(rounds: sa.Table, *more: sa.Column[Any]) -> sa.Select[Any]:
    """Return the query of a table of rounds, as they stand: of H8 their clocks tell.

    `more` are columns of other tables, which the caller joins.
    """
    clock = sa.and_(
        INTERRUPTIONS.c.generation == live(NAME), INTERRUPTIONS.c.clock == rounds.c.round
    )
    stopped = sa.and_(rounds.c.status == Status.OPEN, INTERRUPTIONS.c.interrupted == 1)
    stands = sa.case((stopped, sa.literal(Status.INTERRUPTED.value)), else_=rounds.c.status)
    columns = (stands.label("status") if one.name == "status" else one for one in rounds.c)
    return sa.select(*columns, *more).outerjoin_from(rounds, INTERRUPTIONS, clock)


class RoundLine(NamedTuple):
    """A round and its seats, as the columns of `rounds` and `round_seats`."""

    round: Found
    seats: Sequence[Found]


def find_round(connection: sa.Connection, round_id: str) -> RoundLine | None:
    """Return a round, None if it is not seen yet."""
    mine = with_status(ROUNDS).where(ROUNDS.c.generation == live(NAME), ROUNDS.c.round == round_id)
    row = connection.execute(mine).first()
    if row is None:
        return None
    seats = sa.select(SEATS).where(SEATS.c.generation == row.generation, SEATS.c.round == round_id)
    return RoundLine(row, connection.execute(seats.order_by(SEATS.c.seat)).all())


def list_rounds(
    connection: sa.Connection,
    *,
    before: int | None = None,
    limit: int = 100,
    table: str | None = None,
    status: str | None = None,
) -> Sequence[Found]:
    """Return rounds, the newest first; go on with `before`, the last one's `opened_position`."""
    query = with_status(ROUNDS).where(ROUNDS.c.generation == live(NAME))
    if table is not None:
        query = query.where(ROUNDS.c.table == table)
    if status is not None:
        query = query.where(query.selected_columns.status == status)
    return _newest(connection, query, before, limit)


def rounds_in_match(
    connection: sa.Connection, match: str, *, before: int | None = None, limit: int = 100
) -> Sequence[Found]:
    """Return the rounds that name a match, the newest first, as `list_rounds` does."""
    query = with_status(ROUNDS).where(ROUNDS.c.generation == live(NAME), ROUNDS.c.match == match)
    return _newest(connection, query, before, limit)


def _newest(
    connection: sa.Connection, query: sa.Select[Any], before: int | None, limit: int
) -> Sequence[Found]:
    if before is not None:
        query = query.where(ROUNDS.c.opened_position < before)
    newest = query.order_by(ROUNDS.c.opened_position.desc()).limit(limit)
    return connection.execute(newest).all()


def history_of(
    connection: sa.Connection, player: str, *, before: int | None = None, limit: int = 100
) -> Sequence[Found]:
    """Return a player's rounds, the newest first, with the columns of the player's seat."""
    seat = [c for c in SEATS.c if c.name not in {"generation", "round", "opened_position"}]
    same = sa.and_(SEATS.c.generation == ROUNDS.c.generation, SEATS.c.round == ROUNDS.c.round)
    query = with_status(ROUNDS, *seat).join(SEATS, same)
    query = query.where(SEATS.c.generation == live(NAME), SEATS.c.player == player)
    if before is not None:
        query = query.where(SEATS.c.opened_position < before)
    newest = query.order_by(SEATS.c.opened_position.desc()).limit(limit)
    return connection.execute(newest).all()
