"""Disputes and adjustments in words, for a terminal."""

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from api.office import reading
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.moments import moment, moment_of_ms
from replay.text import folded, printable, table

_NS_A_MS: Final = 1_000_000
DISPUTES: Final = ("dispute", "round", "by", "status", "due (UTC)", "overdue")
ADJUSTMENTS: Final = ("adjustment", "by", "player", "status", "points")
Chosen = argparse.Namespace


def list_disputes(log: Log, chosen: Chosen) -> Iterator[str]:
    """Yield a line a dispute, those that were chosen."""
    now_ms = time.time_ns() // _NS_A_MS
    rows = []
    for one in reading.disputes(log):
        overdue = one.overdue(now_ms)
        if (chosen.open and one.status == "closed") or (chosen.overdue and not overdue):
            continue
        state = one.state
        status = one.status if state.verdict is None else f"{one.status}, {state.verdict}"
        due = moment_of_ms(state.due_ms)
        rows.append((state.dispute, state.round, state.by, status, due, "yes" if overdue else "-"))
    yield from table(DISPUTES, [tuple(map(printable, row)) for row in rows], words=len(DISPUTES))


def list_adjustments(log: Log, _: Chosen) -> Iterator[str]:
    """Yield a line an adjustment."""
    rows = [
        (*map(printable, (s.adjustment, s.by, s.player, one.status)), s.points)
        for one in reading.adjustments(log)
        for s in (one.state,)
    ]
    yield from table(ADJUSTMENTS, rows, words=len(ADJUSTMENTS) - 1)


def show_dispute(log: Log, chosen: Chosen) -> Iterator[str] | None:
    """Yield a dispute with all its steps, None if there is none."""
    found = reading.dispute_of(log, chosen.id)
    return None if found is None else _steps(found.steps)


def show_adjustment(log: Log, chosen: Chosen) -> Iterator[str] | None:
    """Yield an adjustment with all its steps, None if there is none."""
    found = reading.adjustment_of(log, chosen.id)
    return None if found is None else _steps(found.steps)


def _steps(steps: Sequence[Recorded]) -> Iterator[str]:
    for one in steps:
        kind = name_of(type(one.event)).split(".")[1]
        at, actor = moment(one.envelope.recorded_at), printable(one.envelope.actor)
        yield f"{one.version:4}  {at}  {actor}  {kind}"
        for field, value in msgspec.to_builtins(one.event).items():
            if field not in {"type", "by"} and value is not None:
                told = moment_of_ms(value) if field == "due_ms" else str(value)
                for line in told.split("\n"):
                    yield from (f"        {field}: {part}" for part in folded(printable(line)))
