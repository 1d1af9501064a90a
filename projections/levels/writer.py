"""Rows of the level ledger out of facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from domain.log.envelope import Recorded
from domain.log.streams import ROUNDS
from domain.shengji import events
from projections.levels.table import LEVELS
from projections.levels.view import EMPTY, LevelsView, change_of, project
from projections.lines import LinesWriter, Made, Told
from projections.moments import moment
from projections.projection import Projection

NAME: Final = "levels"
FACTS: Final = (events.RoundOpened, events.ContestWon, events.LevelChanged)


def _project(view: LevelsView, fact: Recorded) -> LevelsView:
    return project(view, fact.event)


def told(view: LevelsView, _: LevelsView, fact: Recorded) -> Iterator[Told]:
    """Yield the row of a level that a fact changes."""
    line = change_of(view, fact.event)
    if line is not None:
        row = {
            "round": fact.stream.removeprefix(ROUNDS),
            **msgspec.to_builtins(line),
            "position": fact.position,
            "changed_at": moment(fact.envelope.recorded_at),
        }
        yield Told(LEVELS, row)


MADE: Final = Made(EMPTY, _project, told, {LEVELS: False})
PROJECTION: Final = Projection(NAME, FACTS, (LEVELS,), partial(LinesWriter, MADE))
