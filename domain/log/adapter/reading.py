"""Reading as `domain.log.table.Reader` asks, the same over every database of the library's table.

The databases differ in three turns of speech only, named in `Dialect`, and in how a list travels.
"""

# ruff: noqa: S608 -- only the constants of a `Dialect` are put in, never a value

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.log.accepted import naming
from domain.log.envelope import Stored
from domain.log.streams import MATCHES, ROUNDS
from domain.log.table import Extent

NO_STOP: Final = 2**63 - 1
"""The highest position there can be."""

Row = tuple[Any, ...]

LAST_POSITION: Final = "SELECT max(position) FROM events"

_COLUMNS: Final = "SELECT originator_id, originator_version, position, topic, state FROM events"
_ACCEPTED: Final = f"{_COLUMNS} WHERE topic = 'log.CommandAccepted.1'"
_INDEXED: Final = {kind: f'"stream":"{kind}'.encode() for kind in (ROUNDS, MATCHES)}
"""What stands before the names of the streams whose acknowledgements are indexed."""
_KEY: Final = 40
"""Bytes of a name in the index, and of what stands behind a shorter one."""


class Dialect(NamedTuple):
    """How a database writes a value to come, membership in a list to come, and a part of bytes.

    `hex` is how it writes bytes, `place` where bytes begin in others, 0 for nowhere; `indexes` asks
    how those of the table are defined, and `defined` is what such a definition begins with.
    """

    value: str
    among: str
    holds: str
    hex: str
    place: str
    indexes: str
    defined: str


class Statements:
    """The queries of the log in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        value, among, holds, *_, self.indexes, _ = dialect
        self.rows = f"{_COLUMNS} WHERE originator_id = {value} ORDER BY originator_version"
        self.naming = f"{_ACCEPTED} AND {holds} ORDER BY position"
        self.indexed = {kind: _by_index(mark, dialect) for kind, mark in _INDEXED.items()}
        self.definitions = {_definition(*indexed, dialect) for indexed in _INDEXED.items()}
        self.firsts = f"{_COLUMNS} WHERE originator_id {among} AND originator_version = 1"
        self.head = (
            "SELECT substr(state, 33, 32) FROM events"
            f" WHERE originator_id = {value} AND originator_version = {value}"
        )
        self.last_version = (
            f"SELECT max(originator_version) FROM events WHERE originator_id = {value}"
        )
        self.positions = (
            f"SELECT position FROM events WHERE originator_id = {value}"
            f" AND originator_version BETWEEN {value} AND {value} ORDER BY originator_version"
        )
        between = f"{_COLUMNS} WHERE position > {value} AND position <= {value}"
        self.span = f"{between} ORDER BY position"
        self.after = f"{self.span} LIMIT {value}"
        self.named_after = f"{between} AND topic {among} ORDER BY position LIMIT {value}"
        # All of it stands in the index of streams and versions; no row is looked up.
        self.extents = (
            "SELECT originator_id, min(position), max(position), max(originator_version)"
            f" FROM events WHERE originator_id {among} GROUP BY originator_id"
        )
        self.next_position = f"SELECT min(position) FROM events WHERE position > {value}"
        self.streams = (
            f"SELECT DISTINCT originator_id FROM events WHERE originator_id > {value}"
            f" AND originator_id >= {value} AND originator_id < {value}"
            f" ORDER BY originator_id LIMIT {value}"
        )
        # The second and third condition are those of the partial index events_opened.
        self.opened = (
            f"SELECT position, originator_id FROM events WHERE topic = {value}"
            " AND originator_version = 1 AND topic <> 'log.CommandAccepted.1'"
            f" AND position > {value} ORDER BY position LIMIT {value}"
        )


def _by_index(mark: bytes, dialect: Dialect) -> str:
    """Return the query for what names a stream, in the words of the index of revision 0006.

    Its key says less than the last condition: it is cut off, and empty where two are named.
    """
    value, none = dialect.value, dialect.hex.format("")
    place, key = _place_and_key(mark, dialect)
    naming = f"{_ACCEPTED} AND {place} > 0 AND {dialect.holds} AND {key}"
    return f"{naming} = {none} UNION ALL {naming} >= {value} AND {key} < {value} ORDER BY position"


def _place_and_key(mark: bytes, dialect: Dialect) -> tuple[str, str]:
    none, sought = dialect.hex.format(""), dialect.hex.format(mark.hex())
    place = dialect.place.format(sought, "state")
    another = dialect.place.format(sought, f"substr(state, {place} + 1)")
    name = f"substr(state, {place} + {len(mark)}, {_KEY})"
    return place, f"CASE WHEN {another} > 0 THEN {none} ELSE {name} END"


def _definition(kind: str, mark: bytes, dialect: Dialect) -> str:
    """Return how the index of revision 0006 is defined, plainly."""
    place, key = _place_and_key(mark, dialect)
    begins = f"CREATE INDEX events_naming_{kind[:-1]} ON {dialect.defined}"
    return _plain(f"{begins} ({key}) WHERE topic = 'log.CommandAccepted.1' AND {place} > 0")


def _plain(definition: str) -> str:
    """Return a definition without what a database puts in or leaves out as it likes."""
    return re.sub(r"::\w+|[\s()]", "", definition).lower()


class RowReader(ABC):
    """See `Reader`; a recorder adds how it runs a query and how it hands over a list."""

    statements: Statements

    @abstractmethod
    def run(self, statement: str, *values: Any) -> list[Row]:  # noqa: ANN401 -- a driver's values
        """Run one statement that returns rows; raises `LogUnavailableError`."""

    @abstractmethod
    def listed(self, values: Sequence[str]) -> str | list[str]:
        """Return a list as the one value that the dialect's `among` takes."""

    def page(self, after: int, limit: int, topics: Sequence[str], stop: int) -> tuple[str, Row]:
        """Return the query for rows in the order of the log, and its values."""
        if not topics:
            return self.statements.after, (after, stop, limit)
        return self.statements.named_after, (after, stop, self.listed(topics), limit)

    def rows(self, stream: str) -> list[Stored]:
        """See `Reader.rows`."""
        return self._stored(self.statements.rows, stream)

    def naming(self, stream: str) -> list[Stored]:
        """See `Reader.naming`."""
        content = naming(stream)
        for kind, mark in _INDEXED.items():
            if stream.startswith(kind):
                first = content[len(mark) :][:_KEY]
                beyond = first[:-1] + bytes((first[-1] + 1,))  # no text has the highest byte
                return self._stored(self.statements.indexed[kind], content, content, first, beyond)
        return self._stored(self.statements.naming, content)

    def named_by_index(self) -> bool:
        """See `Reader.named_by_index`."""
        return self.statements.definitions <= {
            _plain(definition) for (definition,) in self.run(self.statements.indexes)
        }

    def firsts(self, streams: Sequence[str]) -> list[Stored]:
        """See `Reader.firsts`."""
        return self._stored(self.statements.firsts, self.listed(streams))

    def head(self, stream: str, version: int) -> bytes | None:
        """See `Reader.head`."""
        found = self.run(self.statements.head, stream, version)
        return found[0][0] if found else None

    def last_version(self, stream: str) -> int:
        """See `Reader.last_version`."""
        return self.run(self.statements.last_version, stream)[0][0] or 0

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """See `Reader.positions`."""
        found = self.run(self.statements.positions, stream, first, last)
        return [position for (position,) in found]

    def after(self, position: int, limit: int, topics: Sequence[str]) -> list[Stored]:
        """See `Reader.after`."""
        statement, values = self.page(position, limit, topics, NO_STOP)
        return self._stored(statement, *values)

    def span(self, after: int, until: int) -> list[Stored]:
        """See `Reader.span`."""
        return self._stored(self.statements.span, after, until)

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """See `Reader.extents`."""
        return list(map(Extent._make, self.run(self.statements.extents, self.listed(streams))))

    def next_position(self, after: int) -> int | None:
        """See `Reader.next_position`."""
        found: int | None = self.run(self.statements.next_position, after)[0][0]
        return found

    def last_position(self) -> int:
        """See `Reader.last_position`."""
        return self.run(LAST_POSITION)[0][0] or 0

    def streams(self, prefix: str, after: str, limit: int) -> list[str]:
        """See `Reader.streams`."""
        end = prefix + chr(sys.maxunicode)
        return [
            stream for (stream,) in self.run(self.statements.streams, after, prefix, end, limit)
        ]

    def opened(self, topic: str, after: int, limit: int) -> list[tuple[int, str]]:
        """See `Reader.opened`."""
        found = self.run(self.statements.opened, topic, after, limit)
        return [(position, stream) for position, stream in found]

    def _stored(self, statement: str, *values: Any) -> list[Stored]:  # noqa: ANN401 -- as `run`
        return list(map(Stored._make, self.run(statement, *values)))
