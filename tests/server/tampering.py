"""A log on a server changed behind its back, as the server's superuser can."""

from collections.abc import Callable, Iterable, Sequence

import psycopg

from domain.log.accepted import stream_of
from tests.support.tamper import Row, rehashed

GUARD = "events_no_change"
_ROWS = (
    "SELECT originator_version, topic, state, position FROM events"
    " WHERE originator_id = %s ORDER BY originator_version"
)
_PUT = (
    "INSERT INTO events (position, originator_id, originator_version, topic, state)"
    " OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s)"
)

Change = Callable[[list[Row]], Iterable[Row]]


def rows_of(url: str, stream: str) -> list[Row]:
    with psycopg.connect(url) as connection:
        return [Row(*row) for row in connection.execute(_ROWS, (stream,))]


def tampered(url: str, stream: str, change: Change) -> None:
    """Change a stream's rows while the guard is off; what `change` returns is stored as it is."""
    rows = list(change(rows_of(url, stream)))
    with psycopg.connect(url) as connection:
        connection.execute(f"ALTER TABLE events DISABLE TRIGGER {GUARD}".encode())
        connection.execute("DELETE FROM events WHERE originator_id = %s", (stream,))
        values = [(row.position, stream, row.version, row.topic, row.state) for row in rows]
        connection.cursor().executemany(_PUT, values)
        connection.execute(f"ALTER TABLE events ENABLE ALWAYS TRIGGER {GUARD}".encode())


def with_row(rows: Sequence[Row], changed: Row) -> list[Row]:
    return [changed if row.version == changed.version else row for row in rows]


def flipped(version: int, index: int) -> Change:
    """Change one bit of an event."""

    def change(rows: list[Row]) -> list[Row]:
        state = bytearray(rows[version - 1].state)
        state[index] ^= 1
        return with_row(rows, rows[version - 1]._replace(state=bytes(state)))

    return change


def rehashed_with(stream: str, version: int, **event: object) -> Change:
    """Change fields of an event, and hash it and all behind it anew."""

    def change(rows: list[Row]) -> list[Row]:
        return rehashed(stream, with_row(rows, rows[version - 1].with_event(**event)))

    return change


def without(version: int) -> Change:
    return lambda rows: [row for row in rows if row.version != version]


def cut_behind(version: int) -> Change:
    return lambda rows: rows[:version]


def receipt_of(row: Row) -> str:
    """The stream that remembers the command of which a row is the first fact."""
    return stream_of(str(row.envelope["actor"]), str(row.envelope["command_id"]))
