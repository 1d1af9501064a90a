"""The chain of a stream: every event holds its predecessor's hash and its own.

    state = previous hash (32 bytes) + own hash (32 bytes) + body (JSON)
    own hash = SHA-256(tag, stream, version, type, previous hash, body)

with every field of variable length framed. `docs/log.md` gives the bytes and a worked example.
"""

from hashlib import sha256
from struct import Struct
from typing import Final

from domain.log.framing import framed_text

TAG: Final = b"paipu.event.1\0"
SIZE: Final = 32
"""Bytes of a hash."""
HEADER: Final = 2 * SIZE
"""Bytes of a state before its body."""
ORIGIN: Final = bytes(SIZE)
"""What stands as previous hash in version 1."""

_U64: Final = Struct(">Q").pack
_U32: Final = Struct(">I").pack


def prefix_of(stream: str) -> bytes:
    """Return what the hashes of all events of a stream begin with."""
    return TAG + framed_text(stream)


def link(prefix: bytes, version: int, topic: str, previous: bytes, body: bytes) -> bytes:
    """Return an event's hash, 32 bytes; `prefix` is `prefix_of` its stream."""
    parts = (prefix, _U64(version), framed_text(topic), previous, _U32(len(body)), body)
    return sha256(b"".join(parts)).digest()


def event_hash(stream: str, version: int, topic: str, previous: bytes, body: bytes) -> bytes:
    """Return an event's hash, 32 bytes, from its five parts; `topic` is its stored name."""
    return link(prefix_of(stream), version, topic, previous, body)
