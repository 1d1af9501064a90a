"""Rows of disputes and adjustments out of their facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final, get_args

import msgspec

from domain.house.adjustment import events as adjustment
from domain.house.dispute import events as dispute
from domain.log.envelope import Recorded
from domain.log.streams import ADJUSTMENTS as OF_ADJUSTMENTS
from domain.log.streams import DISPUTES as OF_DISPUTES
from projections.cases.table import ADJUSTMENTS, DISPUTES
from projections.cases.view import DisputeView, View, project
from projections.lines import LinesWriter, Made, Told
from projections.projection import Projection

NAME: Final = "cases"
FACTS: Final = (*get_args(dispute.Event), *get_args(adjustment.Event))


def told(_: View, view: View, fact: Recorded) -> Iterator[Told]:
    """Yield the row of a dispute or an adjustment after a fact of it."""
    if view is None:
        return
    row = msgspec.to_builtins(view)
    if isinstance(view, DisputeView):
        yield Told(DISPUTES, {"dispute": fact.stream.removeprefix(OF_DISPUTES), **row})
    else:
        yield Told(ADJUSTMENTS, {"adjustment": fact.stream.removeprefix(OF_ADJUSTMENTS), **row})


MADE: Final = Made[View](None, project, told, {DISPUTES: True, ADJUSTMENTS: True})
PROJECTION: Final = Projection(NAME, FACTS, (DISPUTES, ADJUSTMENTS), partial(LinesWriter, MADE))
