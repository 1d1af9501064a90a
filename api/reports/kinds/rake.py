"""The rake 公點 by player, by pot, by round (Z9.5)."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.form import PLAYER, ROUND, TABLE, Column, Kind, Line, Report, Told, counts, points
from api.reports.source import Source
from api.reports.sums import DAY, Place, grouped, sum_in, summed
from projections.rake.table import RAKE
from projections.rake.writer import NAME
from projections.store.tables import live

GROUPS: Final = (DAY, PLAYER, TABLE, "round", "stage", "pot")


def tell(source: Source) -> Told:
    """Return the lines, one for each value of what they are grouped by."""
    groups = source.asked.groups
    named = tuple(Column(name, Kind.COUNT) if name == "stage" else Column(name) for name in groups)
    return Told((*named, *counts("awards"), *points("rake")), _lines(source, groups))


def _lines(source: Source, groups: tuple[str, ...]) -> Iterator[Line]:
    place = Place(RAKE.c.position, RAKE.c.taken_at)
    for day, row in grouped(source, _query(source, groups), place, groups):
        named = [day if name == DAY else getattr(row, f"by_{name}") for name in groups]
        yield Line((*named, int(row.awards), sum_in(row, "points")), test=bool(row.test))


def _query(source: Source, groups: tuple[str, ...]) -> sa.Select[Any]:
    c = RAKE.c
    keys = [c[name].label(f"by_{name}") for name in groups if name != DAY]
    test = c.player.in_(source.test_players()).label("test")
    awards = sa.func.count().label("awards")
    query = sa.select(*keys, test, awards, *summed(c.points, "points"))
    query = query.where(c.generation == live(NAME))
    chosen = source.filtered(query, RAKE, PLAYER, TABLE, ROUND)
    return chosen.group_by(*keys, test).order_by(*keys, test)


RAKE_REPORT: Final = Report(
    "rake",
    "Rake by player, pot and round",
    tell,
    filters=(PLAYER, TABLE, ROUND),
    groups=GROUPS,
    usual=(PLAYER,),
)
