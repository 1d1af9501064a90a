"""Finding the fact by which a table started a round, without reading all of the table's stream."""

from typing import Final, NamedTuple

from domain.house.table.events import RoundStarted
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.sizhidao.events import RoundOpened
from projections.chips.books import EMPTY, Books, TableBook
from projections.chips.tables import running
from projections.chips.view import TABLES

WINDOW: Final = 16
"""Positions looked through: a round is opened by the very decision that starts it at its table."""


class Started(NamedTuple):
    """The books of a table's stream as a round finds them when it is opened."""

    stream: str
    books: Books


def started_before(log: Log, fact: Recorded) -> Started | None:
    """Return what a round's opening finds at its table; None for any other fact."""
    event = fact.event
    if not isinstance(event, RoundOpened) or event.table is None:
        return None
    stream, position = TABLES + event.table, fact.position or 0
    for row in log.span(max(0, position - WINDOW), position - 1):
        if row.stream == stream:
            started = log.after((row.position or 1) - 1, 1)[0].event
            if isinstance(started, RoundStarted) and started.round == event.round:
                return Started(stream, Books(table=running(TableBook(), started)))
    return Started(stream, EMPTY)
