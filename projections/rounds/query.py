"""Asking for rounds: one with its seats, and how they stand. Many are asked for in `search`."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from domain.games.status import Status
from domain.shengji.sides import Side, members
from projections.rounds.line import Outcome
from projections.rounds.table import INTERRUPTIONS, ROUNDS, SEATS
from projections.rounds.writer import NAME
from projections.store.tables import live

Found = sa.Row[Any]


def clock_of(rounds: sa.Table) -> sa.ColumnElement[bool]:
    """Return what joins the clocks of a table of rounds to it, for `standing`."""
    clocks = INTERRUPTIONS.c
    return sa.and_(clocks.generation == live(NAME), clocks.clock == rounds.c.round)


def standing(rounds: sa.Table) -> tuple[sa.ColumnElement[Any], ...]:
    """Return the columns of a table of rounds as they stand: of H8 their clocks tell."""
    stopped = sa.and_(rounds.c.status == Status.OPEN, INTERRUPTIONS.c.interrupted == 1)
    stands = sa.case((stopped, sa.literal(Status.INTERRUPTED.value)), else_=rounds.c.status)
    return tuple(stands.label("status") if one.name == "status" else one for one in rounds.c)


def with_status(rounds: sa.Table) -> sa.Select[Any]:
    """Return the query of a table of rounds, as they stand."""
    return sa.select(*standing(rounds)).outerjoin_from(rounds, INTERRUPTIONS, clock_of(rounds))


SEATED: Final = sa.and_(
    SEATS.c.generation == ROUNDS.c.generation,
    SEATS.c.round == ROUNDS.c.round,
)
"""What joins rounds to their seats."""


def outcome_of(seats: sa.FromClause, rounds: sa.FromClause) -> sa.ColumnElement[str | None]:
    """Return what a round, joined to its seats, came to for a seat; null without a result.

    In 四支刀 a seat has won that gained points, in 升級 all of the side that won (S8.2).
    """
    a, b = Side.A.value, Side.B.value
    dealing = sa.case((rounds.c.dealer.in_(members(Side.A)), a), else_=b)
    of_winners = (seats.c.side == dealing) == (rounds.c.winners == "dealer")
    return sa.case(
        (rounds.c.status != Status.COMPLETE, sa.null()),
        (rounds.c.winners.is_not(None) & of_winners, Outcome.WON.value),
        (rounds.c.winners.is_not(None), Outcome.LOST.value),
        (seats.c.net > 0, Outcome.WON.value),
        (seats.c.net < 0, Outcome.LOST.value),
        else_=Outcome.EVEN.value,
    )


OUTCOME: Final = outcome_of(SEATS, ROUNDS).label("outcome")


class RoundLine(NamedTuple):
    """A round and its seats, as the columns of `rounds` and `round_seats`."""

    round: Found
    seats: Sequence[Found]


def find_round(connection: sa.Connection, round_id: str) -> RoundLine | None:
    """Return a round, None if it is not seen yet."""
    mine = with_status(ROUNDS).where(ROUNDS.c.generation == live(NAME), ROUNDS.c.round == round_id)
    row = connection.execute(mine).first()
    return None if row is None else with_seats(connection, [row])[0]


def with_seats(connection: sa.Connection, rounds: Sequence[Found]) -> list[RoundLine]:
    """Return rounds with all of their seats, each with its `outcome`."""
    seats: dict[str, list[Found]] = {row.round: [] for row in rounds}
    query = sa.select(SEATS, OUTCOME).join_from(SEATS, ROUNDS, SEATED)
    query = query.where(SEATS.c.generation == live(NAME), SEATS.c.round.in_(list(seats)))
    for seat in connection.execute(query.order_by(SEATS.c.round, SEATS.c.seat)):
        seats[seat.round].append(seat)
    return [RoundLine(row, seats[row.round]) for row in rounds]
