"""A copy on a PostgreSQL server, in the transaction of whoever may migrate it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import psycopg

from domain.log.checkpoints.tiles import Tile
from domain.log.envelope import Stored
from domain.log.errors import BackupDamagedError
from domain.log.keys import WrappedKey

_EVENTS: Final = (
    b"COPY public.events (originator_id, originator_version, position, topic, state)"
    b" FROM STDIN (FORMAT BINARY)"
)
_KEYS: Final = (
    b"COPY public.data_keys (stream, audience, master, wrapped, made_at) FROM STDIN (FORMAT BINARY)"
)
_TILES: Final = (
    b"COPY public.tree_tiles (level, number, first_position, last_position, root, hashes)"
    b" FROM STDIN (FORMAT BINARY)"
)
_LAST: Final = (
    b"SELECT originator_id, originator_version, position, topic, state FROM public.events"
    b" ORDER BY position DESC LIMIT 1"
)
# The next event comes behind all that were copied.
_GO_ON: Final = b"SELECT setval(pg_get_serial_sequence('public.events', 'position'), %b)"
_TILES_OF: Final = b"SELECT count(*) FROM public.tree_tiles WHERE level = %b"


class ServerCopy:
    """See `Copy`; for a log that is empty."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def last(self) -> Stored | None:
        """See `Copy.last`."""
        row = self._connection.execute(_LAST).fetchone()
        return None if row is None else Stored._make(row)

    def add_events(self, rows: Sequence[Stored]) -> None:
        """See `Copy.add_events`. Raises `BackupDamagedError` for rows that are no log."""
        try:
            self._copy(_EVENTS, ("text", "int8", "int8", "text", "bytea"), rows)
        except psycopg.IntegrityError:
            damaged = BackupDamagedError((rows[0].position or 1) - 1)
        else:
            self._connection.execute(_GO_ON, (rows[-1].position,))
            return
        raise damaged

    def put_keys(self, keys: Sequence[WrappedKey]) -> None:
        """See `Copy.put_keys`."""
        self._copy(_KEYS, ("text", "text", "text", "bytea", "text"), keys)

    def erase_keys(self, stream: str) -> None:
        """See `Copy.erase_keys`."""
        self._connection.execute(b"DELETE FROM public.data_keys WHERE stream = %b", (stream,))

    def tiles(self, level: int) -> int:
        """See `Copy.tiles`."""
        row = self._connection.execute(_TILES_OF, (level,)).fetchone()
        return 0 if row is None else int(row[0])

    def add_tiles(self, tiles: Sequence[Tile]) -> None:
        """See `Copy.add_tiles`."""
        self._copy(_TILES, ("int8", "int8", "int8", "int8", "bytea", "bytea"), tiles)

    def _copy(self, statement: bytes, types: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(types)
            for row in rows:
                copy.write_row(row)
