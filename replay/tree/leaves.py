"""The leaves of the log's tree, of events as they are stored now."""

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.kernel.text import text
from domain.log import chain
from domain.log.checkpoints.tiles import Leaf
from domain.log.envelope import Stored
from domain.log.examine import Kind
from replay.tree.places import Place

NOTHING: Final = bytes(chain.SIZE)
"""The leaf of a row that can be no event's: no tree holds it."""
NO_EVENT: Final = text("no event is stored like this")
_VERSIONS: Final = 2**63


class Changed(NamedTuple):
    """The first row whose own hash is not that of its content."""

    place: Place
    reason: str


class Leaves(NamedTuple):
    """The leaf hashes of rows in their order, one after the other, and the positions, 8 bytes each.

    A leaf is made of the hash that a row should have, not of the one that stands in it.
    """

    hashes: bytes = b""
    positions: bytes = b""
    changed: Changed | None = None


def leaves_of(rows: Sequence[Stored]) -> Leaves:
    """Return the leaves of all rows of a stretch of the log."""
    prefixes: dict[str, bytes] = {}
    hashes, changed = [], None
    for row in rows:
        own = _own_hash(row, prefixes)
        if own is None or row.state[chain.SIZE : chain.HEADER] != own:
            reason = NO_EVENT if own is None else Kind.CHANGED
            changed = changed or Changed(Place.of(row), reason)
        hashes.append(NOTHING if own is None else Leaf(row.position or 0, own).leaf)
    positions = array("q", (row.position or 0 for row in rows))
    return Leaves(b"".join(hashes), positions.tobytes(), changed)


def _own_hash(row: Stored, prefixes: dict[str, bytes]) -> bytes | None:
    """Return the hash of a row's content; None for what cannot be a row of the log."""
    stream, version, position, topic, state = row
    prefix = prefixes.get(stream)
    if prefix is None:
        prefix = prefixes[stream] = chain.prefix_of(stream) if type(stream) is str else b""
    if (
        not prefix
        or type(topic) is not str
        or type(version) is not int
        or not 0 < version < _VERSIONS
        or (position or 0) < 1
        or type(state) is not bytes
        or len(state) < chain.HEADER
    ):
        return None
    return chain.link(prefix, version, topic, state[: chain.SIZE], state[chain.HEADER :])
