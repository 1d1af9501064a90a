"""A log in an SQLite file: the library's recorder over the table that the migrations make."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from eventsourcing.persistence import InterfaceError, Notification
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from domain.kernel.text import text
from domain.log.adapter.keys import FileKeys
from domain.log.adapter.leaves import FileTiles
from domain.log.adapter.reading import (
    LAST_POSITION,
    NO_STOP,
    Dialect,
    Row,
    RowReader,
    Statements,
)
from domain.log.adapter.recorder import FAILURES, Beside, LibraryTable
from domain.log.errors import LogUnavailableError
from domain.log.revision import file_uri
from domain.log.table import Drafted

EVENTS: Final = "events"
LOCK_SECONDS: Final = 5
"""How long a writer waits for another process's transaction."""
POLL_SECONDS: Final = 0.02
"""How often who waits for events looks for those of other processes: a look is one short read."""

_INSERT: Final = (
    "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
)
_FOLLOWED: Final = "SELECT 1 FROM events WHERE originator_id = ? AND originator_version = ?"
_STATEMENTS: Final = Statements(
    Dialect(
        "?",
        "IN (SELECT value FROM json_each(?))",
        "instr(state, ?) > 0",
        "X'{}'",
        "instr({1}, {0})",
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        "events",
    )
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


class FileRecorder(RowReader, SQLiteApplicationRecorder):
    """The library's recorder over our table, which also reads as `domain.log.table.Reader` asks.

    Its own statements count columns and call the position `rowid`; ours name both.
    """

    statements = _STATEMENTS

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, EVENTS)
        self.insert_events_statement = _INSERT
        self.select_max_notification_id_statement = LAST_POSITION

    def construct_create_table_statements(self) -> list[str]:
        """Return nothing: the migrations own all tables."""
        return []

    def append(self, decisions: Sequence[Drafted]) -> list[Sequence[int] | None]:
        """See `Recorder.append`. What refuses is the file itself: its constraints and triggers."""
        with self.datastore.transaction(commit=True) as library:
            cursor = library.sqlite_cursor
            return [self._added(cursor, decided) for decided in decisions]

    def _added(self, cursor: sqlite3.Cursor, decided: Drafted) -> Sequence[int] | None:
        positions = []
        cursor.execute("SAVEPOINT decision")
        try:
            for stream, version, _, topic, state in decided.rows:
                cursor.execute(_INSERT, (stream, version, topic, state))
                positions.append(cursor.lastrowid or 0)
            gone_on = any(
                cursor.execute(_FOLLOWED, (stream, version + 1)).fetchone()
                for stream, version in decided.unchanged
            )
        except sqlite3.IntegrityError:
            gone_on = True
        cursor.execute("ROLLBACK TO decision" if gone_on else "RELEASE decision")
        return None if gone_on else positions

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
        statement, values = self.page(after, limit, topics, NO_STOP if stop is None else stop)
        convert = self.convert_originator_id
        return [
            Notification(convert(stream), version, topic, state, id=position)
            for stream, version, position, topic, state in self.run(statement, *values)
        ]

    def listed(self, values: Sequence[str]) -> str:
        """See `RowReader.listed`."""
        return json.dumps(list(values))

    def run(self, statement: str, *values: str | int | bytes) -> list[Row]:
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
        message = text(
            "the log could not be read: the database failed, is damaged or stayed locked"
        )
        raise LogUnavailableError(message)


def _leniently(
    cursor: sqlite3.Cursor,
    statement: str,
    values: tuple[str | int | bytes, ...],
) -> list[Row]:
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
    read = factory.recorder
    beside = Beside(FileKeys(factory.datastore), FileTiles(factory.datastore, read.run))
    return LibraryTable(factory, read, beside, poll=POLL_SECONDS)
