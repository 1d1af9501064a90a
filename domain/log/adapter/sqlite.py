"""A log in an SQLite file: the library's recorder over the table that the migrations make."""

import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from eventsourcing.persistence import InterfaceError, Notification
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from domain.log.adapter.application import FAILURES, LibraryTable, LogApplication
from domain.log.adapter.keys import FileKeys
from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.revision import file_uri
from domain.log.table import Extent

EVENTS: Final = "events"
LOCK_SECONDS: Final = 5
"""How long a writer waits for another process's transaction."""
POLL_SECONDS: Final = 0.02
"""How often who waits for events looks for those of other processes: a look is one short read."""

_INSERT: Final = (
    "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
)
_ROWS: Final = (
    "SELECT originator_id, originator_version, position, topic, state"
    " FROM events WHERE originator_id=? ORDER BY originator_version"
)
_HOLDING: Final = (
    "SELECT originator_id, originator_version, position, topic, state"
    " FROM events WHERE topic=? AND instr(state, ?) > 0 ORDER BY position"
)
_FIRSTS: Final = (
    "SELECT originator_id, originator_version, position, topic, state FROM events"
    " WHERE originator_version = 1 AND originator_id IN (SELECT value FROM json_each(?))"
)
_HEAD: Final = (
    "SELECT substr(state, 33, 32) FROM events WHERE originator_id=? AND originator_version=?"
)
_LAST_VERSION: Final = "SELECT max(originator_version) FROM events WHERE originator_id=?"
_POSITIONS: Final = (
    "SELECT position FROM events WHERE originator_id=? AND originator_version BETWEEN ? AND ?"
    " ORDER BY originator_version"
)
_AFTER: Final = (
    "SELECT originator_id, originator_version, position, topic, state"
    " FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"
)
_NAMED_AFTER: Final = (
    "SELECT originator_id, originator_version, position, topic, state"
    " FROM events WHERE position > ? AND position <= ?"
    " AND topic IN (SELECT value FROM json_each(?)) ORDER BY position LIMIT ?"
)
_SPAN: Final = (
    "SELECT originator_id, originator_version, position, topic, state"
    " FROM events WHERE position > ? AND position <= ? ORDER BY position"
)
# All of it stands in the index of streams and versions; no row is looked up.
_EXTENTS: Final = (
    "SELECT originator_id, min(position), max(position), max(originator_version) FROM events"
    " WHERE originator_id IN (SELECT value FROM json_each(?)) GROUP BY originator_id"
)
_NO_STOP: Final = 2**63 - 1
_NEXT_POSITION: Final = "SELECT min(position) FROM events WHERE position > ?"
_LAST_POSITION: Final = "SELECT max(position) FROM events"
_STREAMS: Final = (
    "SELECT DISTINCT originator_id FROM events"
    " WHERE originator_id > ? AND originator_id >= ? AND originator_id < ?"
    " ORDER BY originator_id LIMIT ?"
)
# The second and third condition are those of the partial index events_opened.
_OPENED: Final = (
    "SELECT position, originator_id FROM events WHERE topic=? AND originator_version = 1"
    " AND topic <> 'log.CommandAccepted.1' AND position > ? ORDER BY position LIMIT ?"
)


class FilePool(SQLiteConnectionPool):
    """Connections that never create the file and never lose a committed transaction."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        super().__init__(db_name=file_uri(path, "ro" if read_only else "rw"))
        self.read_only = read_only

    def _create_connection(self) -> SQLiteConnection:
        try:
            raw = sqlite3.connect(
                self.db_name,
                uri=True,
                timeout=LOCK_SECONDS,
                check_same_thread=False,
                isolation_level=None,
            )
            if not self.read_only:
                raw.execute("PRAGMA journal_mode=WAL")
            raw.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        raw.row_factory = sqlite3.Row  # the library reads columns by name
        return SQLiteConnection(raw, max_age=None)


class FileRecorder(SQLiteApplicationRecorder):
    """The library's recorder over our table, which also reads as `domain.log.table.Reader` asks.

    Its own statements count columns and call the position `rowid`; ours name both.
    """

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, EVENTS)
        self.insert_events_statement = _INSERT
        self.select_max_notification_id_statement = _LAST_POSITION

    def construct_create_table_statements(self) -> list[str]:
        """Return nothing: the migrations own all tables."""
        return []

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return rows in the order of their positions, as the library's readers want them."""
        after = 0 if start is None else start - inclusive_of_start
        last = _NO_STOP if stop is None else stop
        convert = self.convert_originator_id
        return [
            Notification(convert(stream), version, topic, state, id=position)
            for stream, version, position, topic, state in self._after(after, limit, topics, last)
        ]

    def rows(self, stream: str) -> list[Stored]:
        """See `Reader.rows`."""
        return list(map(Stored._make, self._select(_ROWS, stream)))

    def holding(self, topic: str, content: bytes) -> list[Stored]:
        """See `Reader.holding`."""
        return list(map(Stored._make, self._select(_HOLDING, topic, content)))

    def firsts(self, streams: Sequence[str]) -> list[Stored]:
        """See `Reader.firsts`."""
        return list(map(Stored._make, self._select(_FIRSTS, json.dumps(list(streams)))))

    def head(self, stream: str, version: int) -> bytes | None:
        """See `Reader.head`."""
        found = self._select(_HEAD, stream, version)
        return found[0][0] if found else None

    def last_version(self, stream: str) -> int:
        """See `Reader.last_version`."""
        return self._select(_LAST_VERSION, stream)[0][0] or 0

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """See `Reader.positions`."""
        return [position for (position,) in self._select(_POSITIONS, stream, first, last)]

    def after(self, position: int, limit: int, topics: Sequence[str]) -> list[Stored]:
        """See `Reader.after`."""
        return list(map(Stored._make, self._after(position, limit, topics, _NO_STOP)))

    def _after(
        self, position: int, limit: int, topics: Sequence[str], stop: int
    ) -> list[tuple[Any, ...]]:
        if not topics:
            return self._select(_AFTER, position, stop, limit)
        return self._select(_NAMED_AFTER, position, stop, json.dumps(list(topics)), limit)

    def span(self, after: int, until: int) -> list[Stored]:
        """See `Reader.span`."""
        return list(map(Stored._make, self._select(_SPAN, after, until)))

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """See `Reader.extents`."""
        return list(map(Extent._make, self._select(_EXTENTS, json.dumps(list(streams)))))

    def next_position(self, after: int) -> int | None:
        """See `Reader.next_position`."""
        found: int | None = self._select(_NEXT_POSITION, after)[0][0]
        return found

    def last_position(self) -> int:
        """See `Reader.last_position`."""
        return self._select(_LAST_POSITION)[0][0] or 0

    def streams(self, prefix: str, after: str, limit: int) -> list[str]:
        """See `Reader.streams`."""
        found = self._select(_STREAMS, after, prefix, prefix + chr(sys.maxunicode), limit)
        return [stream for (stream,) in found]

    def opened(self, topic: str, after: int, limit: int) -> list[tuple[int, str]]:
        """See `Reader.opened`."""
        return self._select(_OPENED, topic, after, limit)

    def _select(self, statement: str, *values: str | int | bytes) -> list[tuple[Any, ...]]:
        """Run one query, which alone is a consistent snapshot, so it needs no transaction."""
        try:
            with self.datastore.get_connection(commit=False) as connection:
                cursor = connection.cursor().sqlite_cursor
                cursor.row_factory = None
                try:
                    return cursor.execute(statement, values).fetchall()
                except sqlite3.OperationalError as error:
                    if "UTF-8" not in str(error):
                        raise
                    return _leniently(cursor, statement, values)
        except FAILURES:
            pass
        # Raised out here, so that the library's error, whose text may hold a row, is not chained.
        message = "the log could not be read: the database failed, is damaged or stayed locked"
        raise LogUnavailableError(message)


def _leniently(
    cursor: sqlite3.Cursor,
    statement: str,
    values: tuple[str | int | bytes, ...],
) -> list[tuple[Any, ...]]:
    """Run a query again that met a text that is no UTF-8, which no honest writer made."""
    connection = cursor.connection
    connection.text_factory = _text
    try:
        return cursor.execute(statement, values).fetchall()
    finally:
        connection.text_factory = str


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


class FileFactory(SQLiteFactory):
    """Makes the library's parts for a log in a file; it creates no tables."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        settings = {self.SQLITE_DBNAME: str(path), self.ORIGINATOR_ID_TYPE: "text"}
        super().__init__(Environment("log", settings))
        self.datastore.pool = FilePool(path, read_only=read_only)
        self.recorder = FileRecorder(self.datastore)

    def application_recorder(self) -> FileRecorder:
        """Return the one recorder."""
        return self.recorder


def file_table(path: Path, *, read_only: bool) -> LibraryTable[FileRecorder]:
    """Return the table in a file that has been migrated; it is opened on first use."""
    factory = FileFactory(path, read_only=read_only)
    keys = FileKeys(factory.datastore)
    return LibraryTable(LogApplication(factory), factory.recorder, keys, poll=POLL_SECONDS)
