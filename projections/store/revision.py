"""Whether a database has the tables of these views: neither absent, nor older, nor newer."""

from typing import Final

import sqlalchemy as sa

from domain.kernel.text import text
from projections.store.errors import NewerViewsError, ViewsMissingError

VERSION_TABLE: Final = "views_version"
"""Kept apart from the log's own, which may be in the same database."""
REVISIONS: Final = ("0004", "0005", "0007", "0008", "0009", "0010")
"""The migrations of views that this program knows, oldest first; the last one is needed."""


def revision_of(connection: sa.Connection) -> str | None:
    """Return the migration that the views are at, None when there was none yet."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    row = connection.execute(sa.text(f"SELECT version_num FROM {VERSION_TABLE}")).first()  # noqa: S608 -- a constant
    return None if row is None else str(row[0])


def refuse_newer(revision: str | None) -> None:
    """Raise `NewerViewsError` for a migration that this program does not know."""
    if revision is not None and revision not in REVISIONS:
        message = text("the tables of views were made by a newer program; upgrade this one")
        raise NewerViewsError(message)


def require_current(connection: sa.Connection) -> None:
    """Raise the `ViewsError` that says why the views cannot be used, unless they can."""
    revision = revision_of(connection)
    refuse_newer(revision)
    if revision != REVISIONS[-1]:
        message = text(
            "the tables of views are absent or old; `paipu migrate` brings them up to date"
        )
        raise ViewsMissingError(message)
