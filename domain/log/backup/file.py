"""A copy in an SQLite file: the file of a log, as any other."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from domain.log.checkpoints.tiles import Tile
from domain.log.envelope import Stored
from domain.log.errors import BackupDamagedError, LogUnavailableError
from domain.log.keys import WrappedKey

_EVENT: Final = (
    "INSERT INTO events (originator_id, originator_version, position, topic, state)"
    " VALUES (?, ?, ?, ?, ?)"
)
_LAST: Final = (
    "SELECT originator_id, originator_version, position, topic, state FROM events"
    " ORDER BY position DESC LIMIT 1"
)
_KEY: Final = (
    "INSERT INTO data_keys (stream, audience, master, wrapped, made_at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET master = excluded.master, wrapped = excluded.wrapped"
)
_TILE: Final = (
    "INSERT INTO tree_tiles"
    " (level, number, first_position, last_position, root, hashes) VALUES (?, ?, ?, ?, ?, ?)"
)
_TILES_OF: Final = "SELECT count(*) FROM tree_tiles WHERE level = ?"


@contextmanager
def file_copy(path: Path) -> Iterator["FileCopy"]:
    """Give the copy in a file that has been migrated. Raises `LogUnavailableError`.

    When it is done it is one file, without a journal beside it, so that it can be carried away.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")
            yield FileCopy(connection)
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        failure = LogUnavailableError(f"{path} could not be written: {type(error).__name__}")
    else:
        return
    raise failure


class FileCopy:
    """See `Copy`. Each call is a transaction, so what was interrupted can be gone on with."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last(self) -> Stored | None:
        """See `Copy.last`."""
        row = self._connection.execute(_LAST).fetchone()
        return None if row is None else Stored._make(row)

    def add_events(self, rows: Sequence[Stored]) -> None:
        """See `Copy.add_events`. Raises `BackupDamagedError` for rows that are no log."""
        try:
            self._all(_EVENT, rows)
        except sqlite3.IntegrityError:
            damaged = BackupDamagedError((rows[0].position or 1) - 1)
        else:
            return
        raise damaged

    def put_keys(self, keys: Sequence[WrappedKey]) -> None:
        """See `Copy.put_keys`."""
        self._all(_KEY, keys)

    def erase_keys(self, stream: str) -> None:
        """See `Copy.erase_keys`."""
        self._all("DELETE FROM data_keys WHERE stream = ?", [(stream,)])

    def tiles(self, level: int) -> int:
        """See `Copy.tiles`."""
        row = self._connection.execute(_TILES_OF, (level,)).fetchone()
        return 0 if row is None else int(row[0])

    def add_tiles(self, tiles: Sequence[Tile]) -> None:
        """See `Copy.add_tiles`."""
        self._all(_TILE, tiles)

    def _all(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(statement, rows)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
