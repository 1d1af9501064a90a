"""What a projection is to the runner that drives it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa

from domain.kernel.decider import Event, name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import ADJUSTMENTS, CLOCKS, DISPUTES, MATCHES, ROUNDS
from projections.store.tables import Change


class Writer(Protocol):
    """Turns facts into rows, remembering the views of open streams from batch to batch."""

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return the rows that follow from facts, which come next in the log's order."""

    def forget(self) -> None:
        """Forget what was folded: the last batch was not written, or is not what went before."""


class Projection(NamedTuple):
    """A projection: its name, the facts it reads, its tables, its writer.

    Rows name the stream that they are of in a column `stream`, or else by the first column of their
    key, such as `round`, without what all such streams begin with (`PREFIXES`); others are of no
    one stream.
    """

    name: str
    facts: tuple[type[Event], ...]
    tables: tuple[sa.Table, ...]
    writer: Callable[[Log], Writer]

    @property
    def topics(self) -> tuple[str, ...]:
        """The stored names of the facts it reads."""
        return tuple(map(name_of, self.facts))


PREFIXES: Final[Mapping[str, str]] = {
    "stream": "",
    "round": ROUNDS,
    "match": MATCHES,
    "clock": CLOCKS,
    "dispute": DISPUTES,
    "adjustment": ADJUSTMENTS,
}
"""Columns that name a stream, and what they leave out of its name."""


def stream_column(table: sa.Table) -> str | None:
    """Return the column of a table that tells which stream a row is of, if any does."""
    if "stream" in table.c:
        return "stream"
    first = next(column.name for column in table.primary_key if column.name != "generation")
    return first if first in PREFIXES else None


def in_column(column: str, stream: str) -> str | None:
    """Return how a column names a stream, None for a stream of another kind."""
    prefix = PREFIXES[column]
    return stream.removeprefix(prefix) if stream.startswith(prefix) else None


def from_column(column: str, name: str) -> str:
    """Return the stream that a column names."""
    return PREFIXES[column] + name
