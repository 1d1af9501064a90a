"""Rows of results out of facts: the seats of a round, with the fact that ends it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.games.status import Status
from domain.house.match.events import MatchRoundStarted
from domain.house.table.events import RoundStarted
from domain.log import streams
from domain.log.envelope import Recorded
from domain.log.examine import single
from domain.log.store import Log
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao
from projections.folding import Folded
from projections.projection import Projection
from projections.results.table import RESULTS
from projections.rounds.line import RoundView
from projections.rounds.view import project
from projections.rounds.writer import figures_of
from projections.store.tables import Change, Row

NAME: Final = "results"
STARTS: Final = (RoundStarted, MatchRoundStarted)
FACTS: Final = (
    *STARTS,
    sizhidao.RoundOpened,
    sizhidao.PlayoffOpened,
    sizhidao.RoundSettled,
    sizhidao.RoundVoided,
    shengji.RoundOpened,
    shengji.RoundSettled,
    shengji.RoundVoided,
)
WINDOW: Final = 16
"""Positions looked through: a round is opened by the very decision that starts it."""


class Played(NamedTuple):
    """A round's view, and whether a table or a match of the house started it."""

    view: RoundView | None
    housed: bool


UNOPENED: Final = Played(None, housed=False)


class ResultsWriter:
    """Writes the seats of every round once it is over."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._views: Folded[Played] = Folded(log, UNOPENED, self._project)
        self._started: set[str] = set()

    def forget(self) -> None:
        """Forget every view, and what was started."""
        self._views.forget()
        self._started.clear()

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return the rows of the rounds that facts end."""
        rows: list[Row] = []
        for fact in facts:
            if isinstance(fact.event, STARTS):
                self._started.add(fact.event.round)
                continue
            played = self._project(self._views.before(fact), fact)
            if played.view is None or played.view.status is Status.OPEN:
                self._views.keep(fact.stream, played)
            else:
                self._views.drop(fact.stream)
                rows += rows_of(fact, played.view, housed=played.housed)
        return (Change(RESULTS, rows),)

    def _project(self, before: Played, fact: Recorded) -> Played:
        housed = before.housed
        if isinstance(fact.event, sizhidao.RoundOpened | shengji.RoundOpened):
            housed = self._is_housed(fact, fact.event.round)
        return Played(project(before.view, fact), housed)

    def _is_housed(self, fact: Recorded, round_id: str) -> bool:
        """Say whether the decision that opens a round starts it at a table or in a match.

        As a rule that fact has just come by; after a restart the log is looked through.
        """
        if round_id in self._started:
            self._started.discard(round_id)
            return True
        position = fact.position or 0
        names = (streams.TABLES, streams.MATCHES)
        for row in self._log.span(max(0, position - WINDOW), position - 1):
            if row.stream.startswith(names):
                found = single(row, self._log.codec).event
                if isinstance(found, STARTS) and found.round == round_id:
                    return True
        return False


def rows_of(fact: Recorded, view: RoundView, *, housed: bool) -> list[Row]:
    """Return the rows of a round that a fact has ended."""
    of_round = {
        "round": fact.stream.removeprefix(streams.ROUNDS),
        "position": fact.position,
        "ended_at": view.ended_at,
        "started_at": view.started_at,
        "game": view.game,
        "rules": view.rules,
        "table": view.table,
        "match": view.match,
        "housed": int(housed),
        "status": view.status.value,
        "stages": view.stages,
    }
    return [{**of_round, **figures_of(line)} for line in view.seats]


PROJECTION: Final = Projection(NAME, FACTS, (RESULTS,), ResultsWriter)
