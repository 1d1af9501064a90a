"""Payouts and large wins: what each seat of a round held, wagered, was paid and gave as rake."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.form import (
    PLAYER,
    ROUND,
    TABLE,
    Check,
    Line,
    Report,
    Told,
    points,
    standing,
    text,
    time,
)
from api.reports.source import Source
from projections.results.table import RESULTS
from projections.results.writer import NAME
from projections.store.tables import live

COLUMNS: Final = (
    *text("round", TABLE),
    time("ended_at"),
    *text("status", "seat", PLAYER),
    *standing("before", "committed", "returned"),
    *points("wagered", "paid", "rake", "net"),
    *standing("after"),
)


class Balanced:
    """Adds up each round's seats as they go by: over all of them net + rake = 0 (Z9.3)."""

    def __init__(self) -> None:
        self.rounds = 0
        self.wrong: list[str] = []
        self._round: str | None = None
        self._sum = 0

    def add(self, row: sa.Row[Any]) -> None:
        """Take a seat; those of one round come one after another."""
        if row.round != self._round:
            self.close()
            self._round = row.round
        self._sum += row.net + row.rake

    def close(self) -> None:
        """Judge the round that has gone by."""
        if self._round is not None:
            self.rounds += 1
            if self._sum:
                self.wrong.append(self._round)
        self._round, self._sum = None, 0

    def check(self) -> Check:
        """Return what was found."""
        self.close()
        detail = f"{self.rounds} rounds"
        if self.wrong:
            detail += f"; {len(self.wrong)} do not, the first is {self.wrong[0]}"
        return Check("in every round net + rake = 0 (Z9.3)", not self.wrong, detail)


def payouts(source: Source) -> Told:
    """Return a line a seat of every round of 四支刀 that ended."""
    if source.filter(PLAYER) is not None:
        return Told(COLUMNS, _lines(source, _query(source)))
    balanced = Balanced()

    def lines() -> Iterator[Line]:
        for row in source.rows(_query(source)):
            balanced.add(row)
            yield _line(source, row)

    return Told(COLUMNS, lines(), lambda: (balanced.check(),))


def wins(source: Source) -> Told:
    """Return the seats that won or wagered as much as the threshold, or more (H15)."""
    lines = (
        Line((what_is_large(source, row), *line.cells), line.test)
        for row in source.rows(large(source))
        for line in (_line(source, row),)
    )
    return Told((*text("what"), *COLUMNS), lines)


def what_is_large(source: Source, row: sa.Row[Any]) -> str:
    """Return which of both it is; of a win nothing is said of what was wagered for it."""
    return "win" if row.net >= source.asked.large_win else "wager"


def large(source: Source) -> sa.Select[Any]:
    """Return the query of the seats with a large win or wager (H15.1)."""
    least = source.asked.large_win
    wagered = RESULTS.c.committed - RESULTS.c.returned
    return _query(source).where(sa.or_(RESULTS.c.net >= least, wagered >= least))


def _lines(source: Source, query: sa.Select[Any]) -> Iterator[Line]:
    return (_line(source, row) for row in source.rows(query))


def _query(source: Source) -> sa.Select[Any]:
    c = RESULTS.c
    query = sa.select(RESULTS).where(c.generation == live(NAME), c.net.is_not(None))
    query = source.filtered(query, RESULTS, PLAYER, TABLE, ROUND)
    query = source.span.within(query, c.position, c.ended_at)
    return query.order_by(c.ended_at, c.position, c.seat)


def _line(source: Source, row: sa.Row[Any]) -> Line:
    cells = (
        *(row.round, row.table, row.ended_at, row.status, row.seat, row.player),
        *(row.stack, row.committed, row.returned, row.committed - row.returned),
        *(row.received, row.rake, row.net, row.stack + row.net),
    )
    return Line(cells, test=row.player in source.tests)


FILTERS: Final = (PLAYER, TABLE, ROUND)
PAYOUTS: Final = Report("payouts", "Payouts by round and seat", payouts, filters=FILTERS)
WINS: Final = Report("wins", "Large wins and wagers", wins, filters=FILTERS, has_threshold=True)
