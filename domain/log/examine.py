"""Examining a stream as the database holds it: its versions, its chain, its bytes."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from domain.log import chain
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Recorded, Stored
from domain.log.errors import (
    BrokenChainError,
    BrokenSealError,
    DataKeyError,
    UnreadableEventError,
)


class Kind(StrEnum):
    """What is wrong with a row. The words are stable; reports and texts are made of them."""

    GAP = "gap"
    """A version is missing before this row."""
    OUT_OF_ORDER = "out_of_order"
    """The row's version came before, or is no version at all."""
    FOREIGN = "foreign"
    """The row is of another stream."""
    TOO_SHORT = "too_short"
    """The row's state has no room for its two hashes."""
    BROKEN_LINK = "broken_link"
    """The previous hash in the row is not its predecessor's."""
    CHANGED = "changed"
    """The row is not what its own hash was made of."""
    UNREADABLE = "unreadable"
    """The row is as it was written, yet its name is unknown or its bytes do not fit the name."""
    BROKEN_SEAL = "broken_seal"
    """A sealed part of the row does not open with its key, or is not what it committed to."""


class Fault(NamedTuple):
    """The first thing wrong with a stream; `version` is the one that should have stood there."""

    stream: str
    version: int
    kind: Kind


class Examined(NamedTuple):
    """The sound beginning of a stream, and the fault it stops at, if any."""

    recorded: tuple[Recorded, ...]
    fault: Fault | None


class Unreadable(NamedTuple):
    """A row that cannot be read: where it claims to stand, and the code of what is wrong."""

    stream: str
    position: int
    code: str


_HEADER: Final = chain.HEADER
_SIZE: Final = chain.SIZE
_VERSIONS: Final = 2**63


def examine(rows: Iterable[Stored], codec: Codec = CODEC) -> Examined:
    """Check and decode a stream's rows, as they came, from version 1, whatever they hold.

    What this can show is that a row was changed, removed, added or moved. That a stream's tail was
    cut, or that everything from a row on was written anew with fresh hashes, shows only against
    a hash kept elsewhere. Raises nothing but the `DataKeyError` of a key of the codec's.
    """
    recorded: list[Recorded] = []
    head, stream, prefix, decode = chain.ORIGIN, "", b"", codec.decode
    for expected, row in enumerate(rows, 1):
        if expected == 1:
            named: object = row.stream  # in a table made by hand it may be anything
            stream = named if isinstance(named, str) else ""
            prefix = chain.prefix_of(stream)
        kind = _misplaced(row, stream, expected) or _unlinked(row, prefix, head)
        if kind is not None:
            return Examined(tuple(recorded), Fault(stream, expected, kind))
        _, version, position, topic, state = row
        own = state[_SIZE:_HEADER]
        try:
            body = decode(stream, version, topic, state[_HEADER:])
        except UnreadableEventError:
            return Examined(tuple(recorded), Fault(stream, expected, Kind.UNREADABLE))
        except BrokenSealError:
            return Examined(tuple(recorded), Fault(stream, expected, Kind.BROKEN_SEAL))
        recorded.append(
            Recorded(stream, version, position, body.envelope, body.event, head, own, body.sealed)
        )
        head = own
    return Examined(tuple(recorded), None)


def verify(rows: Iterable[Stored], codec: Codec = CODEC) -> Fault | None:
    """Return the first fault of a stream's rows, or None. Never raises, whatever they hold."""
    return examine(rows, codec).fault


def sound(rows: Iterable[Stored], codec: Codec = CODEC) -> tuple[Recorded, ...]:
    """Return a stream's events; raises `BrokenChainError` or `UnreadableEventError` at a fault."""
    recorded, fault = examine(rows, codec)
    if fault is None:
        return recorded
    if fault.kind is Kind.UNREADABLE:
        raise UnreadableEventError(fault.stream, fault.version, "unknown name or unfit bytes")
    raise BrokenChainError(fault.stream, fault.version, fault.kind)


def single(row: Stored, codec: Codec = CODEC) -> Recorded:
    """Return one event that was read by its position, checked against its own hash only.

    Raises `BrokenChainError` or `UnreadableEventError`.
    """
    stream, version, position, topic, state = row
    if not _addressed(stream, version):
        raise BrokenChainError(str(stream), 0, Kind.OUT_OF_ORDER)
    previous = state[:_SIZE] if type(state) is bytes else chain.ORIGIN
    kind = _unlinked(row, chain.prefix_of(stream), previous)
    if kind is not None:
        raise BrokenChainError(stream, version, kind)
    body = codec.decode(stream, version, topic, state[_HEADER:])
    own = state[_SIZE:_HEADER]
    return Recorded(
        stream, version, position, body.envelope, body.event, previous, own, body.sealed
    )


def single_or_not(row: Stored, codec: Codec = CODEC) -> Recorded | Unreadable:
    """Return a row's event as `single` does, or why it cannot be read."""
    try:
        return single(row, codec)
    except (BrokenChainError, UnreadableEventError, BrokenSealError, DataKeyError) as error:
        return Unreadable(str(row.stream), row.position or 0, error.code)


def _addressed(stream: object, version: object) -> bool:
    return isinstance(stream, str) and isinstance(version, int) and 0 < version < _VERSIONS


def _misplaced(row: Stored, stream: str, expected: int) -> Kind | None:
    if row.version == expected and row.stream == stream and type(row.version) is int:
        return None
    if row.stream != stream:
        return Kind.FOREIGN
    version: object = row.version  # in a table made by hand it may be anything
    later = isinstance(version, int) and version > expected
    return Kind.GAP if later else Kind.OUT_OF_ORDER


def _unlinked(row: Stored, prefix: bytes, head: bytes) -> Kind | None:
    """Compare a row, whose version has been checked, with its own hash and its predecessor's."""
    _, version, _, topic, state = row
    if type(state) is not bytes or len(state) < _HEADER:
        return Kind.TOO_SHORT
    if state[:_SIZE] != head:
        return Kind.BROKEN_LINK
    if type(topic) is not str:
        return Kind.CHANGED
    own = chain.link(prefix, version, topic, head, state[_HEADER:])
    return None if own == state[_SIZE:_HEADER] else Kind.CHANGED
