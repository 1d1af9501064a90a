"""Rounds that ended and their seats: a row of the round never changes after its end."""

from typing import Any, Final

import sqlalchemy as sa

from api.reports.sums import Place
from projections.rounds.query import SEATED
from projections.rounds.table import ROUNDS, SEATS
from projections.rounds.writer import NAME
from projections.span import Span
from projections.store.tables import live

ENDS: Final = Place(ROUNDS.c.ended_position, ROUNDS.c.ended_at, NAME)
"""Where and when a round ended: of one that goes on neither is in any span."""


def seats_of_ended(*columns: Any) -> sa.Select[Any]:  # noqa: ANN401 -- whatever can be selected
    """Return a query of seats with their rounds, to be narrowed to a span of `ENDS`."""
    shown = ROUNDS.c.generation == live(NAME)
    return sa.select(*columns).join_from(ROUNDS, SEATS, SEATED).where(shown)


def ended_in(query: sa.Select[Any], span: Span) -> sa.Select[Any]:
    """Return a query of those seats only whose rounds ended in a span.

    It has a beginning always: so rows come in the order of the ends' index, and none is sorted. It
    has one only: of two, SQLite may take the other one to begin with.
    """
    return span._replace(since=span.since or "").within(query, ENDS.position, ENDS.at)


def of_player(query: sa.Select[Any], player: str | None) -> sa.Select[Any]:
    """Return a query of seats of a player only; of all if none is named."""
    if player is None:
        return query
    return query.where(SEATS.c.generation == live(NAME), SEATS.c.player == player)
