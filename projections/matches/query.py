"""Asking for matches: one, many, a player's, and the rounds of one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from projections.matches.table import MATCHES, ROUNDS, SEATS
from projections.matches.writer import NAME
from projections.rounds.query import with_status
from projections.store.tables import live

Found = sa.Row[Any]


class MatchLine(NamedTuple):
    """A match and its four seats, as the columns of `matches` and `match_seats`."""

    match: Found
    seats: Sequence[Found]


class Wanted(NamedTuple):
    """Which matches: in which state, with which player; those opened before a position."""

    status: str | None = None
    player: str | None = None
    before: int | None = None


ALL = Wanted()


def find_match(connection: sa.Connection, match: str) -> MatchLine | None:
    """Return a match, None if it is not seen yet."""
    mine = sa.select(MATCHES).where(MATCHES.c.generation == live(NAME), MATCHES.c.match == match)
    row = connection.execute(mine).first()
    return None if row is None else _with_seats(connection, [row])[0]


def list_matches(
    connection: sa.Connection, wanted: Wanted = ALL, *, limit: int = 100
) -> list[MatchLine]:
    """Return matches, the newest first; go on `before` the last one's `opened_position`."""
    query = sa.select(MATCHES).where(MATCHES.c.generation == live(NAME))
    if wanted.status is not None:
        query = query.where(MATCHES.c.status == wanted.status)
    if wanted.before is not None:
        query = query.where(MATCHES.c.opened_position < wanted.before)
    if wanted.player is not None:
        sits = sa.select(SEATS.c.match).where(
            SEATS.c.generation == live(NAME), SEATS.c.player == wanted.player
        )
        query = query.where(MATCHES.c.match.in_(sits))
    newest = query.order_by(MATCHES.c.opened_position.desc()).limit(limit)
    return _with_seats(connection, connection.execute(newest).all())


def rounds_of_match(
    connection: sa.Connection, match: str, *, after: int = 0, limit: int = 100
) -> Sequence[Found]:
    """Return a match's rounds in order, from the one after a number on; the first is number 1."""
    query = with_status(ROUNDS).where(
        ROUNDS.c.generation == live(NAME), ROUNDS.c.match == match, ROUNDS.c.number > after
    )
    return connection.execute(query.order_by(ROUNDS.c.number).limit(limit)).all()


def _with_seats(connection: sa.Connection, found: Sequence[Found]) -> list[MatchLine]:
    named = [row.match for row in found]
    seats = sa.select(SEATS).where(SEATS.c.generation == live(NAME), SEATS.c.match.in_(named))
    lines: dict[str, list[Found]] = {name: [] for name in named}
    for seat in connection.execute(seats.order_by(SEATS.c.match, SEATS.c.seat)):
        lines[seat.match].append(seat)
    return [MatchLine(row, lines[row.match]) for row in found]
