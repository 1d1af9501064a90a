"""Rows of contests out of facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from domain.log.envelope import Recorded
from domain.log.streams import ROUNDS
from domain.shengji import events
from projections.contests.table import CONTESTS, STEPS
from projections.contests.view import EMPTY, ContestView, Step, project
from projections.lines import LinesWriter, Made, Told
from projections.projection import Projection
from projections.store.tables import Row

NAME: Final = "contests"
FACTS: Final = (
    events.RoundOpened,
    events.CardTurnedUp,
    events.CardsShown,
    events.ContestPassed,
    events.PileCaptured,
    events.ContestWon,
    events.TrumpCalled,
    events.CardsReturned,
)
_COLUMNS: Final = tuple(name for name in ContestView.__struct_fields__ if name != "last")


def _project(view: ContestView, fact: Recorded) -> ContestView:
    return project(view, fact.event)


def told(before: ContestView, view: ContestView, fact: Recorded) -> Iterator[Told]:
    """Yield the row of a contest after a fact, from the first that is more than the opening."""
    if isinstance(fact.event, events.RoundOpened):
        return
    place = {
        "round": fact.stream.removeprefix(ROUNDS),
        "version": fact.version,
        "position": fact.position,
    }
    yield Told(CONTESTS, {**{name: getattr(view, name) for name in _COLUMNS}, **place})
    if view.last is not None and view.last is not before.last:
        yield Told(STEPS, {**step_row(view.last), **place})


def step_row(step: Step) -> Row:
    """Return a step as columns."""
    return {
        "step": step.number,
        "kind": step.kind.value,
        "seat": step.seat,
        "other": step.other,
        "cards": step.count,
        "faces": None if step.cards is None else " ".join(step.cards),
        "total": step.total,
    }


MADE: Final = Made(EMPTY, _project, told, {CONTESTS: True, STEPS: False})
PROJECTION: Final = Projection(NAME, FACTS, (CONTESTS, STEPS), partial(LinesWriter, MADE))
