"""What a report is made of: the views at one moment, as far as one position of the log."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from api.reports.period import Period
from projections.office.table import ACCOUNTS
from projections.office.writer import NAME as OFFICE
from projections.span import Span
from projections.store.tables import live

AT_ONCE: Final = 1_000
"""Rows fetched from the database together."""


class Asked(NamedTuple):
    """A report as it was asked for."""

    period: Period
    zone: ZoneInfo
    filters: Mapping[str, str]
    groups: tuple[str, ...]
    accounts: str
    now: datetime
    large_win: int
    large_wager: int
    against: "Against | None" = None


class Against(NamedTuple):
    """The file of a payment provider: its name, the SHA-256 of its bytes in hex, what it lists."""

    name: str
    sha256: str
    references: Sequence["Reference"]


class Reference(NamedTuple):
    """What a payment provider says of one payment: its own words for it."""

    direction: str
    reference: str
    points: int


class Source:
    """The views as a report sees them: one transaction, and nothing after one position."""

    def __init__(self, connection: sa.Connection, asked: Asked, position: int) -> None:
        self.connection = connection
        self.asked = asked
        self.position = position
        self.span = Span(position, asked.period.begins, asked.period.ends)

    @property
    def upto(self) -> Span:
        """All that was recorded before the period ends."""
        return self.span._replace(since=None)

    def filter(self, name: str) -> str | None:
        """Return what a filter was set to."""
        return self.asked.filters.get(name)

    def filtered(self, query: sa.Select[Any], rows: sa.FromClause, *names: str) -> sa.Select[Any]:
        """Return a query of the rows that filters leave, by the columns of the filters' names."""
        for name in names:
            if (value := self.filter(name)) is not None:
                query = query.where(rows.c[name] == value)
        return query

    def rows(self, query: sa.Select[Any]) -> sa.CursorResult[Any]:
        """Return what a query finds, fetched a part at a time."""
        return self.connection.execute(query, execution_options={"yield_per": AT_ONCE})

    def rows_of(
        self, query: sa.Select[Any], column: sa.Column[str], names: Collection[str]
    ) -> Iterator[sa.Row[Any]]:
        """Yield what a query finds of the rows that a column names, many names at a time."""
        named = sorted(names)
        for first in range(0, len(named), AT_ONCE):
            yield from self.connection.execute(
                query.where(column.in_(named[first : first + AT_ONCE]))
            )

    @cached_property
    def tests(self) -> frozenset[str]:
        """The players whose accounts are tests (H1.1)."""
        query = self.test_players()
        return frozenset(self.connection.execute(query).scalars())

    def has_account(self, player: str) -> bool:
        """Say whether a player has been created."""
        c = ACCOUNTS.c
        query = sa.select(c.position).where(c.generation == live(OFFICE), c.player == player)
        return self.connection.execute(query).scalar() is not None

    def test_players(self) -> sa.Select[Any]:
        """Return the query of the same, for a condition of another one."""
        return sa.select(ACCOUNTS.c.player).where(
            ACCOUNTS.c.generation == live(OFFICE),
            ACCOUNTS.c.test == 1,
            ACCOUNTS.c.position <= self.position,
        )
