"""Which rows a question is about: those of facts recorded in a while, up to a place in the log."""

from typing import Any, NamedTuple

import sqlalchemy as sa


class Span(NamedTuple):
    """Facts recorded from `since` to before `until`, up to and with a position of the log.

    Times as they stand in rows (`projections.moments`); None is no bound.
    """

    position: int
    since: str | None = None
    until: str | None = None

    def within(
        self, query: sa.Select[Any], position: sa.Column[Any], at: sa.Column[Any]
    ) -> sa.Select[Any]:
        """Return a query of those rows only that lie in it, by their two columns of place."""
        query = query.where(position <= self.position)
        if self.since is not None:
            query = query.where(at >= self.since)
        return query if self.until is None else query.where(at < self.until)
