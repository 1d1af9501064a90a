"""Rows of the score ledger out of facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from domain.log.envelope import Recorded
from domain.log.streams import ROUNDS
from domain.shengji import events
from projections.lines import LinesWriter, Made, Told
from projections.moments import moment
from projections.projection import Projection
from projections.scores.table import SCORES
from projections.scores.view import EMPTY, ScoresView, lines_of, project

NAME: Final = "scores"
FACTS: Final = (events.RoundOpened, events.ScoresGiven)


def _project(view: ScoresView, fact: Recorded) -> ScoresView:
    return project(view, fact.event)


def told(view: ScoresView, _: ScoresView, fact: Recorded) -> Iterator[Told]:
    """Yield the rows of the scores that a fact gives."""
    for line in lines_of(view, fact.event):
        row = {
            "round": fact.stream.removeprefix(ROUNDS),
            **msgspec.to_builtins(line),
            "position": fact.position,
            "given_at": moment(fact.envelope.recorded_at),
        }
        yield Told(SCORES, row)


MADE: Final = Made(EMPTY, _project, told, {SCORES: False})
PROJECTION: Final = Projection(NAME, FACTS, (SCORES,), partial(LinesWriter, MADE))
