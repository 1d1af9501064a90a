"""Game performance: rounds that ended, points wagered, paid out and raked (Z9.3)."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.ask import ALL
from api.reports.form import GAME, TABLE, Column, Kind, Line, Report, Told, counts, points
from api.reports.source import Source
from api.reports.sums import DAY, Place, grouped, sum_in, summed
from domain.games.status import Status
from projections.results.table import RESULTS
from projections.results.writer import NAME
from projections.store.tables import live

GROUPS: Final = (DAY, GAME, "rules", TABLE, "match")
COUNTS: Final = ("rounds", "complete", "voided", "playoffs", "hands")
POINTS: Final = ("wagered", "paid", "rake", "net")


def tell(source: Source) -> Told:
    """Return the lines, one for each value of what they are grouped by."""
    groups = source.asked.groups
    named = tuple(Column(name, Kind.COUNT) if name == "rules" else Column(name) for name in groups)
    columns = (*named, *counts(*COUNTS), *points(*POINTS))
    return Told(columns, _lines(source, groups))


def _lines(source: Source, groups: tuple[str, ...]) -> Iterator[Line]:
    place = Place(RESULTS.c.position, RESULTS.c.ended_at)
    for day, row in grouped(source, _query(source, groups), place, groups):
        named = [day if name == DAY else getattr(row, f"by_{name}") for name in groups]
        figures = [int(getattr(row, name)) for name in COUNTS]
        moved = [sum_in(row, name) for name in POINTS]
        yield Line((*named, *figures, *moved), test=bool(row.test))


def _query(source: Source, groups: tuple[str, ...]) -> sa.Select[Any]:
    """Of every round that has seats of both kinds each kind counts the round, and its own seats.

    Where the accounts are all of them, the round is one.
    """
    c = RESULTS.c
    keys = [c[name].label(f"by_{name}") for name in groups if name != DAY]
    apart = source.asked.accounts != ALL
    test = (c.player.in_(source.test_players()) if apart else sa.false()).label("test")
    rounds = sa.func.count(sa.distinct(c.round))
    query = sa.select(
        *keys,
        test,
        rounds.label("rounds"),
        _distinct(c.status == Status.COMPLETE.value).label("complete"),
        _distinct(c.status == Status.VOIDED.value).label("voided"),
        sa.func.count().label("hands"),
        *summed(c.committed - c.returned, "wagered"),
        *summed(c.received, "paid"),
        *summed(c.rake, "rake"),
        *summed(c.net, "net"),
        _distinct(c.stages > 1).label("playoffs"),
    )
    query = query.where(c.generation == live(NAME))
    chosen = source.filtered(query, RESULTS, GAME, TABLE)
    split = [*keys, test] if apart else keys
    return chosen.group_by(c.generation, *split).order_by(*split)


def _distinct(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.count(sa.distinct(sa.case((condition, RESULTS.c.round))))


PERFORMANCE: Final = Report(
    "performance",
    "Game performance",
    tell,
    filters=(GAME, TABLE),
    groups=GROUPS,
    usual=(DAY, GAME, "rules", TABLE),
    form=2,
)
