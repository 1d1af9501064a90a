"""Asking for contests: one with its steps, and what it came to seat by seat."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from domain.shengji.sides import SEATS
from projections.contests.table import CONTESTS, STEPS
from projections.contests.view import Kind
from projections.contests.writer import NAME
from projections.store.tables import live

Found = sa.Row[Any]


class ContestLine(NamedTuple):
    """A contest and its steps, as the columns of `contests` and `contest_steps`."""

    contest: Found
    steps: Sequence[Found]


class Exchange(msgspec.Struct, kw_only=True):
    """What a contest came to for a seat: what it showed, who captured its pile, what it got back.

    `shown` lie open; `points` is what they count by themselves. `returned` is a number of cards.
    """

    shown: tuple[str, ...] = ()
    points: int = 0
    captured_by: str | None = None
    returned: int = 0


def find_contest(connection: sa.Connection, round_id: str) -> ContestLine | None:
    """Return the contest of a round, None before its first word or card turned up."""
    mine = sa.select(CONTESTS).where(
        CONTESTS.c.generation == live(NAME), CONTESTS.c.round == round_id
    )
    row = connection.execute(mine).first()
    if row is None:
        return None
    steps = sa.select(STEPS).where(STEPS.c.generation == row.generation, STEPS.c.round == round_id)
    return ContestLine(row, connection.execute(steps.order_by(STEPS.c.step)).all())


def exchanges_of(steps: Sequence[Found]) -> dict[str, Exchange]:
    """Return what steps came to for every seat, p1 upward."""
    found: dict[str, Exchange] = {seat: Exchange() for seat in SEATS}
    totals = dict.fromkeys(SEATS, 0)
    for step in steps:
        if step.kind == Kind.SHOWN:
            mine = found[step.seat]
            mine.shown += tuple(step.faces.split())
            mine.points += step.total - totals[step.seat]
        elif step.kind == Kind.CAPTURED:
            found[step.other].captured_by = step.seat
        elif step.kind == Kind.RETURNED:
            found[step.other].returned = step.cards
        if step.total is not None:
            totals[step.seat] = step.total
    return found
