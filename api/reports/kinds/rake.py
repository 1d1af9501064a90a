"""The rake 公點 by player, by pot, by round (Z9.5)."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.ask import ALL
from api.reports.form import PLAYER, ROUND, TABLE, Column, Kind, Line, Report, Told, counts, points
from api.reports.source import Source
from api.reports.sums import DAY, Place, grouped, sum_in, summed
from domain.kernel.text import text
from projections.rake.table import RAKE
from projections.rake.writer import NAME
from projections.store.tables import live

GROUPS: Final = (DAY, PLAYER, TABLE, "round", "stage", "pot")
FIGURES: Final = (*counts("awards"), *points("rake"))


def tell(source: Source) -> Told:
    """Return the lines, one for each value of what they are grouped by."""
    groups = source.asked.groups
    named = tuple(Column(name, Kind.COUNT) if name == "stage" else Column(name) for name in groups)
    return Told((*named, *FIGURES), _lines(source, groups))


def _lines(source: Source, groups: tuple[str, ...]) -> Iterator[Line]:
    place = Place(RAKE.c.position, RAKE.c.taken_at, NAME)
    for day, row in grouped(source, _query(source, groups), place, groups):
        named = [day if name == DAY else getattr(row, f"by_{name}") for name in groups]
        yield Line((*named, int(row.awards), sum_in(row, "points")), test=bool(row.test))


def _query(source: Source, groups: tuple[str, ...]) -> sa.Select[Any]:
    c = RAKE.c
    keys = [c[name].label(f"by_{name}") for name in groups if name != DAY]
    apart = source.asked.accounts != ALL
    test = (c.player.in_(source.test_players()) if apart else sa.false()).label("test")
    awards = sa.func.count().label("awards")
    query = sa.select(*keys, test, awards, *summed(c.points, "points"))
    query = query.where(c.generation == live(NAME))
    chosen = source.filtered(query, RAKE, PLAYER, TABLE, ROUND)
    split = [*keys, test] if apart else keys
    return chosen.group_by(c.generation, *split).order_by(*split)


RAKE_REPORT: Final = Report(
    "rake",
    text("Rake by player, pot and round"),
    tell,
    filters=(PLAYER, TABLE, ROUND),
    groups=GROUPS,
    usual=(PLAYER,),
    form=2,
)
