"""How far the projections have come, as the report is made."""

from collections.abc import Iterator
from typing import Final

from api.reports.form import Column, Kind, Line, Report, Told, texts
from api.reports.source import Source
from domain.kernel.text import text
from projections.catalogue import PROJECTIONS
from projections.store.position import live_place

COLUMNS: Final = (
    *texts("projection"),
    *(Column(name, Kind.COUNT) for name in ("generation", "position", "behind")),
)


def tell(source: Source) -> Told:
    """Return a line a projection."""
    return Told(COLUMNS, _lines(source))


def _lines(source: Source) -> Iterator[Line]:
    for name in PROJECTIONS:
        place = live_place(source.connection, name)
        behind = max(0, source.position - place.position)
        yield Line((name, place.generation, place.position, behind), quiet=not place.position)


PROJECTED: Final = Report("projections", text("How far the projections have come"), tell, reads=())
