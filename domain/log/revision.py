"""Whether a log has the tables of this program: neither absent, nor older, nor newer."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from domain.kernel.text import text
from domain.log.errors import LogMissingError, NewerLogError, NotALogError, NotMigratedError

REVISIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006")
"""The migrations this program knows, oldest first; the last one is needed."""


def file_uri(path: Path, mode: Literal["ro", "rw"]) -> str:
    """Return the URI that opens a file without ever creating it."""
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def revision_of(path: Path) -> str | None:
    """Return the migration that a file is at, None when there was none yet.

    Raises `LogMissingError` or `NotALogError`.
    """
    if not path.exists():
        message = text("there is no log at {path}; `paipu migrate` creates it", path=path)
        raise LogMissingError(message)
    try:
        with closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as connection:
            return _revision(connection)
    except sqlite3.Error:
        message = text("{path} is no SQLite database, or cannot be opened", path=path)
        raise NotALogError(message) from None


def _revision(connection: sqlite3.Connection) -> str | None:
    table = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(table).fetchone() is None:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def refuse_newer(path: Path | str, revision: str | None) -> None:
    """Raise `NewerLogError` for a migration that this program does not know."""
    if revision is not None and revision not in REVISIONS:
        message = text("{path} was written by a newer program; upgrade this one", path=path)
        raise NewerLogError(message)


def require_current(path: Path) -> None:
    """Raise the `LogError` that says why a file cannot serve as log, unless it can."""
    revision = revision_of(path)
    refuse_newer(path, revision)
    if revision != REVISIONS[-1]:
        message = text(
            "the tables of {path} are absent or old; `paipu migrate` brings them up to date",
            path=path,
        )
        raise NotMigratedError(message)
