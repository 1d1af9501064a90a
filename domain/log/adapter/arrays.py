"""Decisions as arrays in the form that PostgreSQL reads at once, a quarter of the driver's work.

An array of one dimension is, all big-endian: the number of dimensions, a flag for nulls, the type
of its elements, their number, the first index; then each element after its length.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

from domain.log.table import Drafted

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


Columns = tuple[Bigints, Texts, Bigints, Texts, Bytes, Bigints, Texts, Bigints]


def columns(decisions: Sequence[Drafted]) -> Columns:
    """Return what `append_commands` takes.

    First how many rows each decision has, and their streams, versions, topics and states; then on
    how many streams it has looked, and these with their versions.
    """
    rows = [row for decided in decisions for row in decided.rows]
    looks = [look for decided in decisions for look in decided.unchanged]
    return (
        _numbers([len(decided.rows) for decided in decisions]),
        _texts([row.stream for row in rows]),
        _numbers([row.version for row in rows]),
        _texts([row.topic for row in rows]),
        Bytes(_array(_BYTEA, [row.state for row in rows])),
        _numbers([len(decided.unchanged) for decided in decisions]),
        _texts([stream for stream, _ in looks]),
        _numbers([version for _, version in looks]),
    )


def _texts(values: Sequence[str]) -> Texts:
    return Texts(_array(_TEXT, [value.encode() for value in values]))


def _numbers(values: Sequence[int]) -> Bigints:
    return Bigints(_array(_BIGINTS, [_BIGINT(value) for value in values]))


def _array(element: int, contents: Sequence[bytes]) -> bytes:
    parts = [_HEAD(1, 0, element, len(contents), 1)]
    for content in contents:
        parts += (_LENGTH(len(content)), content)
    return b"".join(parts)
