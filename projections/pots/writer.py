"""Rows of the pots out of facts."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import ROUNDS
from domain.sizhidao import events
from projections.folding import Folded
from projections.pots.table import POTS
from projections.pots.view import EMPTY, PotsView, project
from projections.projection import Projection
from projections.store.tables import Change, Row

NAME: Final = "pots"
FACTS: Final = (
    events.RoundOpened,
    events.AntePosted,
    events.BetMade,
    events.Called,
    events.Raised,
    events.WentAllIn,
    events.Folded,
    events.UncalledReturned,
    events.PotsFormed,
    events.PotAwarded,
    events.PotTied,
    events.BoughtIn,
    events.PlayoffOpened,
    events.RoundSettled,
    events.RoundVoided,
)
_ENDS: Final = (events.RoundSettled, events.RoundVoided)
_encode: Final = msgspec.json.Encoder(order="deterministic").encode


class PotsWriter:
    """Writes what lies on the table of a round after each fact that changes it."""

    def __init__(self, log: Log) -> None:
        self._views = Folded(log, EMPTY, _project)
        self.forget = self._views.forget

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return a row for every fact that changes its round's pots."""
        return (Change(POTS, list(self._rows(facts))),)

    def _rows(self, facts: Sequence[Recorded]) -> Iterator[Row]:
        views = self._views
        for fact in facts:
            before = views.before(fact)
            after = project(before, fact.event)
            if after is not before:
                yield row_of(fact, after)
            if isinstance(fact.event, _ENDS):
                views.drop(fact.stream)
            else:
                views.keep(fact.stream, after)


def _project(view: PotsView, fact: Recorded) -> PotsView:
    return project(view, fact.event)


def row_of(fact: Recorded, view: PotsView) -> Row:
    """Return the row of a view after a fact."""
    return {
        "round": fact.stream.removeprefix(ROUNDS),
        "version": fact.version,
        "position": fact.position,
        "total": view.total(),
        "view": _encode(view).decode(),
    }


PROJECTION: Final = Projection(NAME, FACTS, (POTS,), PotsWriter)
