"""Payouts and large wins: what each seat of a round held, wagered, was paid and gave as rake."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from api.reports.ended import ENDS, ended_in, of_player, seats_of_ended
from api.reports.form import (
    PLAYER,
    ROUND,
    TABLE,
    Check,
    Line,
    Report,
    Told,
    one_of,
    points,
    standing,
    texts,
    time,
)
from api.reports.source import Source
from domain.games.status import Status
from domain.kernel.text import text
from projections.rounds.table import ROUNDS, SEATS

COLUMNS: Final = (
    *texts("round", TABLE),
    time("ended_at"),
    one_of("status", *Status),
    *texts("seat", PLAYER),
    *standing("before", "committed", "returned"),
    *points("wagered", "paid", "rake", "net"),
    *standing("after"),
)
LARGE: Final = (one_of("what", "win", "wager"), *COLUMNS)

OF_SEAT: Final = ("seat", PLAYER, "stack", "committed", "returned", "received", "rake", "net")


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
        detail = text("{count} rounds", count=self.rounds)
        if self.wrong:
            detail = text(
                "{count} rounds; {wrong} do not, the first is {first}",
                count=self.rounds,
                wrong=len(self.wrong),
                first=self.wrong[0],
            )
        return Check(text("in every round net + rake = 0 (Z9.3)"), not self.wrong, detail)


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
    """Return the seats that won or wagered as much as its threshold, or more (H15)."""
    lines = (
        Line((what_is_large(source, row), *line.cells), line.test)
        for row in source.rows(large(source))
        for line in (_line(source, row),)
    )
    return Told(LARGE, lines)


def what_is_large(source: Source, row: sa.Row[Any]) -> str:
    """Return which of both it is; of a win nothing is said of what was wagered for it."""
    return "win" if row.net >= source.asked.large_win else "wager"


def large(source: Source) -> sa.Select[Any]:
    """Return the query of the seats with a large win or wager (H15.1)."""
    asked, wagered = source.asked, SEATS.c.committed - SEATS.c.returned
    is_large = sa.or_(SEATS.c.net >= asked.large_win, wagered >= asked.large_wager)
    return _query(source).where(is_large)


def _lines(source: Source, query: sa.Select[Any]) -> Iterator[Line]:
    return (_line(source, row) for row in source.rows(query))


def _query(source: Source) -> sa.Select[Any]:
    of_round = (ROUNDS.c[name] for name in ("round", TABLE, "ended_at", "status"))
    query = seats_of_ended(*of_round, *(SEATS.c[name] for name in OF_SEAT))
    query = source.filtered(query.where(SEATS.c.net.is_not(None)), ROUNDS, TABLE, ROUND)
    query = ended_in(of_player(query, source.filter(PLAYER)), source.span)
    return query.order_by(ENDS.at, ENDS.position, SEATS.c.seat)


def _line(source: Source, row: sa.Row[Any]) -> Line:
    cells = (
        *(row.round, row.table, row.ended_at, row.status, row.seat, row.player),
        *(row.stack, row.committed, row.returned, row.committed - row.returned),
        *(row.received, row.rake, row.net, row.stack + row.net),
    )
    return Line(cells, test=row.player in source.tests)


FILTERS: Final = (PLAYER, TABLE, ROUND)
PAYOUTS: Final = Report("payouts", text("Payouts by round and seat"), payouts, filters=FILTERS)
WINS: Final = Report(
    "wins", text("Large wins and wagers"), wins, filters=FILTERS, has_threshold=True
)
