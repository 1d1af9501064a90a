"""Rows of the rake out of facts."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import ROUNDS
from domain.sizhidao import events
from projections.folding import Folded
from projections.moments import moment
from projections.projection import Projection
from projections.rake.table import RAKE
from projections.rake.view import EMPTY, RakeView, parts_of, project
from projections.store.tables import Change, Row

NAME: Final = "rake"
FACTS: Final = (events.RoundOpened, events.RakeTaken)


class RakeWriter:
    """Writes what the house took."""

    def __init__(self, log: Log) -> None:
        self._views = Folded(log, EMPTY, _project)
        self.forget = self._views.forget

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return a row for every award that rake falls on."""
        rows: list[Row] = []
        for fact in facts:
            before = self._views.before(fact)
            rows += rows_of(before, fact)
            self._views.keep(fact.stream, project(before, fact.event))
        return (Change(RAKE, rows),)


def _project(view: RakeView, fact: Recorded) -> RakeView:
    return project(view, fact.event)


def rows_of(view: RakeView, fact: Recorded) -> Iterator[Row]:
    """Yield the rows of the rake that a fact takes."""
    for line in parts_of(view, fact.event):
        yield {
            "round": fact.stream.removeprefix(ROUNDS),
            **msgspec.structs.asdict(line),
            "position": fact.position,
            "taken_at": moment(fact.envelope.recorded_at),
        }


PROJECTION: Final = Projection(NAME, FACTS, (RAKE,), RakeWriter)
