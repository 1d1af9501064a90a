"""Asking the office's rows for facts of some kinds, in the order of the log."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from api.reports.source import Source
from api.reports.sums import sum_in, summed
from domain.kernel.decider import Event, name_of
from projections.office.table import OFFICE
from projections.office.writer import NAME
from projections.span import Span
from projections.store.tables import live


class Fact(NamedTuple):
    """A fact of the house as its row has it; `about` is what its stream is about."""

    kind: str
    about: str
    stream: str
    at: str
    actor: str
    player: str | None
    points: int | None
    told: dict[str, Any]
    position: int


def query_of(span: Span, kinds: Sequence[type[Event]]) -> sa.Select[Any]:
    """Return the query of the facts of some kinds in a span."""
    c = OFFICE.c
    query = sa.select(OFFICE).where(
        c.generation == live(NAME), c.fact.in_([name_of(kind) for kind in kinds])
    )
    return span.within(query, c.position, c.at).order_by(c.at, c.position)


def fact_of(row: sa.Row[Any]) -> Fact:
    """Return the fact that a row is of."""
    _, _, about = row.stream.partition("/")
    kind = row.fact.split(".")[1]
    told = json.loads(row.told)
    return Fact(
        kind, about, row.stream, row.at, row.actor, row.player, row.points, told, row.position
    )


def facts(source: Source, span: Span, *kinds: type[Event]) -> list[Fact]:
    """Return the facts of some kinds in a span; of those of which there are few."""
    return [fact_of(row) for row in source.connection.execute(query_of(span, kinds))]


def points_of(source: Source, span: Span, kind: type[Event]) -> int:
    """Return what the points of all facts of a kind add up to."""
    c = OFFICE.c
    query = sa.select(*summed(c.points, "points"))
    query = query.where(c.generation == live(NAME), c.fact == name_of(kind))
    found = source.connection.execute(span.within(query, c.position, c.at)).one()
    return sum_in(found, "points")
