"""A writer of rows that facts make one by one, given the view of their stream."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import sqlalchemy as sa

from domain.log.envelope import Recorded
from domain.log.store import Log
from projections.folding import Folded
from projections.store.tables import Change, Row

V = TypeVar("V")


class Told(NamedTuple):
    """A row that a fact makes, and its table. A later fact may tell the same row again."""

    table: sa.Table
    row: Row


class Made(NamedTuple, Generic[V]):
    """How rows are made of facts: the view before the first, after each, and what each tells.

    `tell` is given the views before and after the fact. `tables` says of each table whether its
    rows are told again: then the newest form replaces the one before it.
    """

    empty: V
    project: Callable[[V, Recorded], V]
    tell: Callable[[V, V, Recorded], Iterator[Told]]
    tables: Mapping[sa.Table, bool]


class LinesWriter(Generic[V]):
    """Writes what facts tell, each row in its newest form once a batch."""

    def __init__(self, made: Made[V], log: Log) -> None:
        self._made = made
        self._views: Folded[V] = Folded(log, made.empty, made.project)
        self._keys = {table: keys_of(table) for table in made.tables}
        self.forget = self._views.forget

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return the rows that facts tell."""
        rows: dict[sa.Table, dict[tuple[Any, ...], Row]] = {table: {} for table in self._keys}
        for fact in facts:
            before = self._views.before(fact)
            after = self._made.project(before, fact)
            for table, row in self._made.tell(before, after, fact):
                rows[table][tuple([row[name] for name in self._keys[table]])] = row
            self._views.keep(fact.stream, after)
        return [
            Change(table, list(rows[table].values()), replaces=again)
            for table, again in self._made.tables.items()
        ]


def keys_of(table: sa.Table) -> tuple[str, ...]:
    """Return the columns that tell the rows of one generation apart."""
    return tuple(column.name for column in table.primary_key if column.name != "generation")
