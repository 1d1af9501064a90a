"""What a projection is to the runner that drives it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import sqlalchemy as sa

from domain.kernel.decider import Event, name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import ROUNDS
from projections.store.tables import Change


class Writer(Protocol):
    """Turns facts into rows, remembering the views of open streams from batch to batch."""

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return the rows that follow from facts, which come next in the log's order."""

    def forget(self) -> None:
        """Forget what was folded: the last batch was not written, or is not what went before."""


class Projection(NamedTuple):
    """A projection: its name, the facts it reads, its tables, its writer.

    Rows name the stream that they are of in a column `stream`, or in a column `round` without what
    all rounds' streams begin with; rows with neither are of no one stream.
    """

    name: str
    facts: tuple[type[Event], ...]
    tables: tuple[sa.Table, ...]
    writer: Callable[[Log], Writer]

    @property
    def topics(self) -> tuple[str, ...]:
        """The stored names of the facts it reads."""
        return tuple(map(name_of, self.facts))


def stream_column(table: sa.Table) -> str | None:
    """Return the column of a table that tells which stream a row is of, if any does."""
    return next((name for name in ("stream", "round") if name in table.c), None)


def in_column(column: str, stream: str) -> str:
    """Return how a column names a stream."""
    return stream if column == "stream" else stream.removeprefix(ROUNDS)


def from_column(column: str, name: str) -> str:
    """Return the stream that a column names."""
    return name if column == "stream" else ROUNDS + name
