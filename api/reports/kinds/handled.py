"""Adjustments, disputes, and rounds that were interrupted or voided (H8, H9, H10)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from api.reports.ask import ALL
from api.reports.form import (
    PLAYER,
    Cell,
    Column,
    Kind,
    Line,
    Report,
    Told,
    one_of,
    points,
    standing,
    texts,
    time,
)
from api.reports.office import Fact, facts
from api.reports.source import Source
from domain.house.adjustment import events as adjustment
from domain.house.clock.events import ClockResumed, ClockStopped
from domain.house.dispute import events as dispute
from domain.kernel.text import text
from domain.shengji.events import RoundVoided as ShengjiVoided
from domain.sizhidao.events import RoundVoided as SizhidaoVoided
from projections.moments import moment_of_ms
from projections.rounds.table import SEATS
from projections.rounds.writer import NAME
from projections.store.tables import live

ADJUSTED: Final = (
    *texts("adjustment", PLAYER),
    *standing("proposed"),
    *points("given", "taken"),
    one_of("status", "proposed", "approved", "rejected"),
    *texts("reason", "dispute", "proposed_by"),
    time("proposed_at"),
    *texts("decided_by"),
    time("decided_at"),
)
DISPUTED: Final = (
    *texts("dispute", "round", "opened_by"),
    time("opened_at"),
    time("due"),
    one_of("state", "open", "decided", "closed"),
    one_of("verdict", *dispute.Verdict),
    time("decided_at"),
    time("closed_at"),
    Column("age_hours", Kind.COUNT),
    one_of("overdue", "yes", "no"),
)
VOIDED: Final = "voided"
WENT_ON: Final = {None: "still", "ClockResumed": "resumed", "RoundVoided": VOIDED}
STOPPED: Final = (
    *texts("round"),
    one_of("what", "interrupted", VOIDED),
    time("at"),
    *texts("reason", "actor"),
    one_of("went_on", *WENT_ON.values()),
    time("until"),
    *points("returned"),
)


def adjustments(source: Source) -> Told:
    """Return a line an adjustment that was proposed or decided in the period."""
    proposed = facts(source, source.upto, adjustment.AdjustmentProposed)
    kinds = (adjustment.AdjustmentApproved, adjustment.AdjustmentRejected)
    decided = {one.about: one for one in facts(source, source.upto, *kinds)}
    lines = (
        _adjusted(source, one, end)
        for one in proposed
        for end in (decided.get(one.about),)
        if _touches(source, one.at) or (end is not None and _touches(source, end.at))
    )
    return Told(ADJUSTED, lines)


def _touches(source: Source, at: str) -> bool:
    return source.span.since is None or at >= source.span.since


def _adjusted(source: Source, one: Fact, end: Fact | None) -> Line:
    approved = end is not None and end.kind == "AdjustmentApproved"
    moved = one.points or 0
    counted = moved if approved and end is not None and _touches(source, end.at) else 0
    status = "proposed" if end is None else "approved" if approved else "rejected"
    cells = (
        *(one.about, one.player, moved, max(counted, 0), max(-counted, 0), status),
        *(one.told["reason"], one.told["dispute"], one.actor, one.at),
        *(end and end.actor, end and end.at),
    )
    return Line(cells, test=one.player in source.tests)


def disputes(source: Source) -> Told:
    """Return a line a dispute that was open at any time of the period, as it stands at its end."""
    kinds = (dispute.DisputeDecided, dispute.DisputeClosed)
    steps = {(one.kind, one.about): one for one in facts(source, source.upto, *kinds)}
    lines = (
        _disputed(source, one, decided, closed)
        for one in facts(source, source.upto, dispute.DisputeOpened)
        for decided in (steps.get(("DisputeDecided", one.about)),)
        for closed in (steps.get(("DisputeClosed", one.about)),)
        if closed is None or _touches(source, closed.at)
    )
    return Told(DISPUTED, lines)


def _disputed(source: Source, one: Fact, decided: Fact | None, closed: Fact | None) -> Line:
    """Its age counts until it was decided, else until the period ends or the report is made."""
    asked = source.asked
    end = asked.now if asked.period.until is None else min(asked.now, asked.period.until)
    waited = end if decided is None else datetime.fromisoformat(decided.at)
    age = max(waited - datetime.fromisoformat(one.at), timedelta())
    due = moment_of_ms(one.told["due_ms"])
    state = "closed" if closed else "decided" if decided else "open"
    overdue = decided is None and end > datetime.fromisoformat(due)
    cells = (
        *(one.about, one.told["round"], one.actor, one.at, due, state),
        *(decided and decided.told["verdict"], decided and decided.at, closed and closed.at),
        *(age // timedelta(hours=1), "yes" if overdue else "no"),
    )
    role, _, name = one.actor.partition("/")
    return Line(cells, test=role == PLAYER and name in source.tests)


def stopped(source: Source) -> Told:
    """Return a line an interruption that fell into the period, and one a round that was voided."""
    clocks: dict[str, list[Fact]] = {}
    for one in facts(source, source.upto, ClockStopped, ClockResumed):
        clocks.setdefault(one.about, []).append(one)
    voided = facts(source, source.upto, SizhidaoVoided, ShengjiVoided)
    return Told(STOPPED, _stopped(source, clocks, voided))


def _stopped(
    source: Source, clocks: Mapping[str, list[Fact]], voided: list[Fact]
) -> Iterator[Line]:
    rows: list[tuple[Cell, ...]] = []
    voids = {one.about: one for one in voided}
    for round_id, steps in clocks.items():
        for number, one in enumerate(steps):
            if one.kind != "ClockStopped":
                continue
            after = steps[number + 1] if number + 1 < len(steps) else voids.get(round_id)
            until = None if after is None else after.at
            if until is not None and not _touches(source, until):
                continue
            how = WENT_ON[None if after is None else after.kind]
            told = (one.at, one.told["reason"], one.actor, how, until)
            rows.append((round_id, "interrupted", *told))
    for one in voided:
        if _touches(source, one.at):
            of_void = (one.at, one.told["reason"], one.actor, None, None)
            rows.append((one.about, VOIDED, *of_void))
    dealt_in = _dealt_in(source, {str(cells[0]) for cells in rows})
    for cells in sorted(rows, key=lambda cells: str(cells[2])):
        for test, committed in dealt_in[str(cells[0])].items():
            yield Line((*cells, committed if cells[1] == VOIDED else None), test=test)


def _dealt_in(source: Source, rounds: Collection[str]) -> Mapping[str, Mapping[bool, int]]:
    """Return of each round who was dealt in, test accounts or others, and what these committed.

    All of it is what a void gives back (Z9.4). Of all accounts together a round is one (H1.1).
    """
    tests = () if source.asked.accounts == ALL else source.tests
    c = SEATS.c
    query = sa.select(c.round, c.player, c.committed).where(c.generation == live(NAME))
    found: defaultdict[str, defaultdict[bool, int]] = defaultdict(lambda: defaultdict(int))
    for row in source.rows_of(query, c.round, rounds):
        found[row.round][row.player in tests] += row.committed or 0
    return found


ADJUSTMENTS: Final = Report("adjustments", text("Adjustments of wallets"), adjustments)
DISPUTES: Final = Report("disputes", text("Disputes by state and age"), disputes)
INTERRUPTED: Final = Report("interrupted", text("Interrupted and voided rounds"), stopped)
