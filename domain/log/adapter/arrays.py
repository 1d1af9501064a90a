"""Rows as four arrays in the form that PostgreSQL reads at once, a quarter of the driver's work.

An array of one dimension is, all big-endian: the number of dimensions, a flag for nulls, the type
of its elements, their number, the first index; then each element after its length.
"""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Final

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.adapt import Dumper
from psycopg.pq import Format

_HEAD: Final = Struct(">iiIii").pack
_LENGTH: Final = Struct(">i").pack
_BIGINT: Final = Struct(">q").pack
# Elements and arrays of text, bigint and bytea have these numbers on every server.
_TEXT, _BIGINTS, _BYTEA = 25, 20, 17


class Texts(bytes):
    """A `text[]`."""


class Bigints(bytes):
    """A `bigint[]`."""


class Bytes(bytes):
    """A `bytea[]`."""


class _Ready(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        """Return the array as it is."""
        return obj


class _ReadyTexts(_Ready):
    oid = 1009


class _ReadyBigints(_Ready):
    oid = 1016


class _ReadyBytes(_Ready):
    oid = 1001


psycopg.adapters.register_dumper(Texts, _ReadyTexts)
psycopg.adapters.register_dumper(Bigints, _ReadyBigints)
psycopg.adapters.register_dumper(Bytes, _ReadyBytes)


def columns(rows: Sequence[StoredEvent]) -> tuple[Texts, Bigints, Texts, Bytes]:
    """Return streams, versions, topics and states of rows."""
    count = len(rows)
    return (
        Texts(_array(_TEXT, count, (str(row.originator_id).encode() for row in rows))),
        Bigints(_array(_BIGINTS, count, (_BIGINT(row.originator_version) for row in rows))),
        Texts(_array(_TEXT, count, (row.topic.encode() for row in rows))),
        Bytes(_array(_BYTEA, count, (row.state for row in rows))),
    )


def _array(element: int, count: int, contents: Iterable[bytes]) -> bytes:
    parts = [_HEAD(1, 0, element, count, 1)]
    for content in contents:
        parts += (_LENGTH(len(content)), content)
    return b"".join(parts)
