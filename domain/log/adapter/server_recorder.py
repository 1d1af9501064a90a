"""Appending and reading on a PostgreSQL server: the library's recorder over our table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    Notification,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresDatastore,
)
from psycopg.rows import DictRow, tuple_row

from domain.kernel.text import text
from domain.log.adapter.arrays import columns
from domain.log.adapter.pool import Pool
from domain.log.adapter.reading import (
    LAST_POSITION,
    NO_STOP,
    Dialect,
    Row,
    RowReader,
    Statements,
)
from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.table import Drafted

EVENTS: Final = "events"

_APPEND: Final = "SELECT append_commands(%b, %b, %b, %b, %b, %b, %b, %b)"
_STATEMENTS: Final = Statements(
    Dialect(
        "%b",
        "= ANY(%b)",
        "position(%b IN state) > 0",
        "'\\x{}'::bytea",
        "position({} IN {})",
        "SELECT pg_get_indexdef(indexrelid) FROM pg_index"
        " WHERE indrelid = 'public.events'::regclass AND indisvalid",
        "public.events USING btree",
    )
)

UNREADABLE: Final = text(
    "the log could not be read: the database failed, is damaged or stayed locked"
)


class ServerDatastore(PostgresDatastore):
    """The library's datastore with connections of ours."""

    def __init__(self, info: str) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self.connections = Pool(info)

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Lend a connection to the library's own readers."""
        try:
            with self.connections.connection() as connection:
                yield connection
        except psycopg.Error as error:
            failure = type(error).__name__
        else:
            return
        raise PersistenceError(failure)

    def register_type_adapters(self) -> None:
        """Do nothing: rows go as arrays of plain types."""

    def close(self) -> None:
        """Close all connections."""
        self.connections.close()


class ServerRecorder(RowReader, PostgresApplicationRecorder):
    """The library's recorder over our table, which also reads as `domain.log.table.Reader` asks.

    Its own way of appending takes five round trips, its readers know other columns.
    """

    statements = _STATEMENTS

    def __init__(self, datastore: ServerDatastore) -> None:
        super().__init__(datastore, events_table_name=EVENTS)
        self._connections = datastore.connections

    def create_table(self) -> None:
        """Do nothing: the migrations own all tables."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:  # noqa: ANN401 -- the library's signature
        """Append rows all together, as the library asks it; return the positions."""
        rows = [
            Stored(str(one.originator_id), one.originator_version, None, one.topic, one.state)
            for one in stored_events
        ]
        return self.append([Drafted(rows)])[0] or () if rows else ()

    def append(self, decisions: Sequence[Drafted]) -> list[Sequence[int] | None]:
        """See `Recorder.append`: one statement that is one transaction.

        When the connection is lost meanwhile, nobody knows whether the transaction was committed.
        Then the same rows are sent once more: refused if it was, or if it can no longer be.
        """
        ((positions,),) = self._run(_APPEND, *columns(decisions))
        outcomes: list[Sequence[int] | None] = []
        for decided in decisions:
            end = len(decided.rows)
            own, positions = positions[:end], positions[end:]
            outcomes.append(None if None in own else own)
        return outcomes

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
        return [
            Notification(stream, version, topic, state, id=position)
            for stream, version, position, topic, state in self._run(statement, *values)
        ]

    def max_notification_id(self) -> int | None:
        """Return the highest position, None for an empty log."""
        ((position,),) = self._run(LAST_POSITION)
        return None if position is None else int(position)

    def listed(self, values: Sequence[str]) -> list[str]:
        """See `RowReader.listed`."""
        return list(values)

    def run(self, statement: str, *values: object) -> list[Row]:
        """Run one statement that returns rows; raises `LogUnavailableError`."""
        with suppress(PersistenceError):
            return self._run(statement, *values)
        raise LogUnavailableError(UNREADABLE)

    def _run(self, statement: str, *values: object) -> list[Row]:
        """Run one statement; after a lost connection once more, on a new one."""
        try:
            with suppress(_LostError):
                return self._attempt(statement, values, again=False)
            with suppress(_LostError):
                return self._attempt(statement, values, again=True)
        except psycopg.IntegrityError:
            failure: PersistenceError = IntegrityError("the database refuses these rows")
        except psycopg.DataError:
            failure = DataError("the database cannot take these values")
        except psycopg.Error as error:
            failure = OperationalError(type(error).__name__)
        else:
            failure = OperationalError("the connection was lost twice")
        raise failure

    def _attempt(self, statement: str, values: tuple[object, ...], *, again: bool) -> list[Row]:
        with self._connections.connection(again=again) as connection:
            cursor = connection.cursor(row_factory=tuple_row, binary=True)
            try:
                return cursor.execute(statement, values, prepare=True).fetchall()
            except psycopg.OperationalError:
                if not connection.closed:
                    raise
            raise _LostError


class _LostError(Exception):
    """The connection was lost while a statement ran: nobody knows whether it was done."""
