"""The tables of wrapped data keys beside the events: in memory, and in an SQLite file."""

from collections.abc import Sequence
from contextlib import suppress
from sqlite3 import Cursor
from threading import Lock
from typing import Final

from eventsourcing.sqlite import SQLiteDatastore

from domain.kernel.text import text
from domain.log.adapter.recorder import FAILURES
from domain.log.errors import LogUnavailableError
from domain.log.keys import WrappedKey

_KEYS: Final = "SELECT stream, audience, master, wrapped, made_at FROM data_keys"

_OF: Final = f"{_KEYS} WHERE stream = ?"
_PAGE: Final = f"{_KEYS} WHERE (stream, audience) > (?, ?) ORDER BY stream, audience LIMIT ?"
_ADD: Final = (
    "INSERT INTO data_keys (stream, audience, master, wrapped, made_at)"
    " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_EXCHANGE: Final = (
    "UPDATE data_keys SET master = ?, wrapped = ?"
    " WHERE stream = ? AND audience = ? AND master = ? AND wrapped = ?"
)
_ERASE: Final = "DELETE FROM data_keys WHERE stream = ?"


class MemoryKeys:
    """See `KeyTable`: keys that are gone with the process."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str], WrappedKey] = {}
        self._lock = Lock()

    def of(self, stream: str) -> list[WrappedKey]:
        """See `KeyTable.of`."""
        with self._lock:
            return [key for key in self._keys.values() if key.stream == stream]

    def page(self, after: tuple[str, str], limit: int) -> list[WrappedKey]:
        """See `KeyTable.page`."""
        with self._lock:
            return [self._keys[owner] for owner in sorted(self._keys) if owner > after][:limit]

    def add(self, keys: Sequence[WrappedKey]) -> None:
        """See `KeyTable.add`."""
        with self._lock:
            for key in keys:
                self._keys.setdefault((key.stream, key.audience), key)

    def exchange(self, changes: Sequence[tuple[WrappedKey, WrappedKey]]) -> int:
        """See `KeyTable.exchange`."""
        with self._lock:
            owners = [(old.stream, old.audience) for old, _ in changes]
            fresh = [
                (owner, new)
                for owner, (old, new) in zip(owners, changes, strict=True)
                if self._keys.get(owner) == old
            ]
            self._keys.update(fresh)
            return len(fresh)

    def erase(self, stream: str) -> int:
        """See `KeyTable.erase`."""
        with self._lock:
            owners = [owner for owner in self._keys if owner[0] == stream]
            for owner in owners:
                del self._keys[owner]
            return len(owners)


class FileKeys:
    """See `KeyTable`: keys in the file of the events, over the same connections."""

    def __init__(self, datastore: SQLiteDatastore) -> None:
        self._datastore = datastore

    def of(self, stream: str) -> list[WrappedKey]:
        """See `KeyTable.of`."""
        return self._select(_OF, stream)

    def page(self, after: tuple[str, str], limit: int) -> list[WrappedKey]:
        """See `KeyTable.page`."""
        return self._select(_PAGE, *after, limit)

    def _select(self, statement: str, *values: str | int) -> list[WrappedKey]:
        try:
            with self._datastore.get_connection(commit=False) as connection:
                cursor = connection.cursor().sqlite_cursor
                cursor.row_factory = None
                return list(map(WrappedKey._make, cursor.execute(statement, values)))
        except FAILURES:
            pass
        raise LogUnavailableError(_FAILED)

    def add(self, keys: Sequence[WrappedKey]) -> None:
        """See `KeyTable.add`."""
        self._write(_ADD, keys)

    def exchange(self, changes: Sequence[tuple[WrappedKey, WrappedKey]]) -> int:
        """See `KeyTable.exchange`."""
        values = [
            (new.master, new.wrapped, old.stream, old.audience, old.master, old.wrapped)
            for old, new in changes
        ]
        return self._write(_EXCHANGE, values, scrub=True)

    def erase(self, stream: str) -> int:
        """See `KeyTable.erase`. Nothing of the keys is left in the file and its journal."""
        return self._write(_ERASE, [(stream,)], scrub=True)

    def _write(
        self, statement: str, values: Sequence[tuple[object, ...]], *, scrub: bool = False
    ) -> int:
        """Run a statement for each of the values in one transaction; return the rows it changed.

        With `scrub`, what they held is overwritten in the file and cut from its journal.
        """
        done = None
        with suppress(*FAILURES), self._datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            if scrub:
                cursor.execute("PRAGMA secure_delete = ON")
            done = _committed(cursor, statement, values)
            # A reader that still looks at the old state keeps the journal from being cut.
            if scrub and cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                done = None
        if done is None:
            raise LogUnavailableError(_FAILED)
        return done


_FAILED: Final = text("the table of keys could not be used: the database failed or stayed locked")


def _committed(cursor: Cursor, statement: str, values: Sequence[tuple[object, ...]]) -> int:
    cursor.execute("BEGIN IMMEDIATE")
    try:
        changed = sum(cursor.execute(statement, one).rowcount for one in values)
    except BaseException:
        cursor.execute("ROLLBACK")
        raise
    cursor.execute("COMMIT")
    return changed
