"""Appending and reading on a PostgreSQL server: the library's recorder over our table."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from eventsourcing.persistence import (
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

from domain.log.adapter.arrays import columns
from domain.log.adapter.pool import Pool
from domain.log.chain import HEADER, SIZE
from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.table import Extent

EVENTS: Final = "events"
MOST_HEADS: Final = 10_000
"""Streams whose last hash is remembered."""

_APPEND: Final = "SELECT append_events(%b, %b, %b, %b)"
_COLUMNS: Final = "SELECT originator_id, originator_version, position, topic, state FROM events"
_ROWS: Final = f"{_COLUMNS} WHERE originator_id = %b ORDER BY originator_version"
_FIRSTS: Final = f"{_COLUMNS} WHERE originator_id = ANY(%b) AND originator_version = 1"
_HEAD: Final = (
    "SELECT substr(state, 33, 32) FROM events WHERE originator_id = %b AND originator_version = %b"
)
_LAST_VERSION: Final = "SELECT max(originator_version) FROM events WHERE originator_id = %b"
_POSITIONS: Final = (
    "SELECT position FROM events WHERE originator_id = %b AND originator_version BETWEEN %b AND %b"
    " ORDER BY originator_version"
)
_AFTER: Final = f"{_COLUMNS} WHERE position > %b AND position <= %b ORDER BY position LIMIT %b"
_NAMED_AFTER: Final = (
    f"{_COLUMNS} WHERE position > %b AND position <= %b AND topic = ANY(%b)"
    " ORDER BY position LIMIT %b"
)
_SPAN: Final = f"{_COLUMNS} WHERE position > %b AND position <= %b ORDER BY position"
_HOLDING: Final = f"{_COLUMNS} WHERE topic = %b AND position(%b IN state) > 0 ORDER BY position"
_EXTENTS: Final = (
    "SELECT originator_id, min(position), max(position), max(originator_version) FROM events"
    " WHERE originator_id = ANY(%b) GROUP BY originator_id"
)
_NEXT_POSITION: Final = "SELECT min(position) FROM events WHERE position > %b"
_NO_STOP: Final = 2**63 - 1
_LAST_POSITION: Final = "SELECT max(position) FROM events"
_STREAMS: Final = (
    "SELECT DISTINCT originator_id FROM events"
    " WHERE originator_id > %b AND originator_id >= %b AND originator_id < %b"
    " ORDER BY originator_id LIMIT %b"
)
# The second and third condition are those of the partial index events_opened.
_OPENED: Final = (
    "SELECT position, originator_id FROM events WHERE topic = %b AND originator_version = 1"
    " AND topic <> 'log.CommandAccepted.1' AND position > %b ORDER BY position LIMIT %b"
)

UNREADABLE: Final = "the log could not be read: the database failed, is damaged or stayed locked"

Row = tuple[Any, ...]


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


class ServerRecorder(PostgresApplicationRecorder):
    """The library's recorder over our table, which also reads as `domain.log.table.Reader` asks.

    Its own way of appending takes five round trips, its readers know other columns.
    """

    def __init__(self, datastore: ServerDatastore) -> None:
        super().__init__(datastore, events_table_name=EVENTS)
        self._connections = datastore.connections
        self._heads: dict[str, tuple[int, bytes]] = {}

    def create_table(self) -> None:
        """Do nothing: the migrations own all tables."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:  # noqa: ANN401 -- the library's signature
        """Append in one statement that is one transaction; return the positions.

        When the connection is lost meanwhile, nobody knows whether the transaction was committed.
        Then the same rows are sent once more: refused if it was, or if it can no longer be.
        """
        if not stored_events:
            return []
        ((positions,),) = self._run(_APPEND, *columns(stored_events))
        for event in stored_events:
            if not event.topic.startswith("log."):
                self._remember(str(event.originator_id), event.originator_version, event.state)
        return list(positions)

    def _remember(self, stream: str, version: int, state: bytes) -> None:
        if len(self._heads) >= MOST_HEADS:
            self._heads.clear()
        self._heads[stream] = (version, state[SIZE:HEADER])

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
        return [
            Notification(stream, version, topic, state, id=position)
            for stream, version, position, topic, state in self._after(after, limit, topics, last)
        ]

    def max_notification_id(self) -> int | None:
        """Return the highest position, None for an empty log."""
        ((position,),) = self._run(_LAST_POSITION)
        return None if position is None else int(position)

    def rows(self, stream: str) -> list[Stored]:
        """See `Reader.rows`."""
        found = list(map(Stored._make, self.run(_ROWS, stream)))
        if found:
            self._remember(stream, found[-1].version, found[-1].state)
        return found

    def firsts(self, streams: Sequence[str]) -> list[Stored]:
        """See `Reader.firsts`."""
        return list(map(Stored._make, self.run(_FIRSTS, list(streams))))

    def head(self, stream: str, version: int) -> bytes | None:
        """See `Reader.head`. A row never changes, so what was seen of it last is still so."""
        known, head = self._heads.get(stream, (0, None))
        if known == version:
            return head
        found = self.run(_HEAD, stream, version)
        return found[0][0] if found else None

    def last_version(self, stream: str) -> int:
        """See `Reader.last_version`."""
        return self.run(_LAST_VERSION, stream)[0][0] or 0

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """See `Reader.positions`."""
        return [position for (position,) in self.run(_POSITIONS, stream, first, last)]

    def after(self, position: int, limit: int, topics: Sequence[str]) -> list[Stored]:
        """See `Reader.after`."""
        with suppress(PersistenceError):
            return list(map(Stored._make, self._after(position, limit, topics, _NO_STOP)))
        raise LogUnavailableError(UNREADABLE)

    def _after(self, position: int, limit: int, topics: Sequence[str], stop: int) -> list[Row]:
        if not topics:
            return self._run(_AFTER, position, stop, limit)
        return self._run(_NAMED_AFTER, position, stop, list(topics), limit)

    def span(self, after: int, until: int) -> list[Stored]:
        """See `Reader.span`."""
        return list(map(Stored._make, self.run(_SPAN, after, until)))

    def holding(self, topic: str, content: bytes) -> list[Stored]:
        """See `Reader.holding`."""
        return list(map(Stored._make, self.run(_HOLDING, topic, content)))

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """See `Reader.extents`."""
        return list(map(Extent._make, self.run(_EXTENTS, list(streams))))

    def next_position(self, after: int) -> int | None:
        """See `Reader.next_position`."""
        found: int | None = self.run(_NEXT_POSITION, after)[0][0]
        return found

    def last_position(self) -> int:
        """See `Reader.last_position`."""
        return self.run(_LAST_POSITION)[0][0] or 0

    def streams(self, prefix: str, after: str, limit: int) -> list[str]:
        """See `Reader.streams`."""
        found = self.run(_STREAMS, after, prefix, prefix + chr(sys.maxunicode), limit)
        return [stream for (stream,) in found]

    def opened(self, topic: str, after: int, limit: int) -> list[tuple[int, str]]:
        """See `Reader.opened`."""
        return [(position, stream) for position, stream in self.run(_OPENED, topic, after, limit)]

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
