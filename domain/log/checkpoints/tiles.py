"""Tiles of the log's tree: 256 hashes of one level, stored once there are so many.

Level 0 is of the leaves, one for every event in the order of positions; a hash of level n + 1 is
the root over a tile of level n. So any hash in the tree is made of one tile, and a proof of one at
every level.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final, NamedTuple, Protocol

from domain.fairness import tree

WIDTH: Final = 256
"""Hashes in a tile."""
DEPTH: Final = 8
"""Levels of the tree in a level of tiles."""
SIZE: Final = 32
"""Bytes of a hash."""

_U64: Final = Struct(">Q").pack


class Leaf(NamedTuple):
    """An event in the tree: its position, and its own hash as it is stored (32 bytes)."""

    position: int
    hash: bytes

    @property
    def leaf(self) -> bytes:
        """The hash of its leaf."""
        return tree.leaf_hash(_U64(self.position) + self.hash)


class Tile(NamedTuple):
    """A complete tile: its hashes, one after the other, their root, and whose events it covers."""

    level: int
    number: int
    first: int
    last: int
    root: bytes
    hashes: bytes

    def part(self, first: int, count: int) -> list[bytes]:
        """Return some of its hashes."""
        return [
            self.hashes[SIZE * index : SIZE * (index + 1)] for index in range(first, first + count)
        ]


def tile_of(level: int, number: int, span: tuple[int, int], hashes: Sequence[bytes]) -> Tile:
    """Return a complete tile; `span` is the first and last position that it covers."""
    assert len(hashes) == WIDTH, "only complete tiles are stored"
    return Tile(level, number, *span, tree.root_of(hashes), b"".join(hashes))


class LeafTable(Protocol):
    """The tiles of a log in its database, and the leaves that they are made of.

    Failures are `LogUnavailableError`.
    """

    def leaves(self, after: int, limit: int) -> list[Leaf]:
        """Return events after a position, in the order of positions, committed ones only."""

    def leaf(self, stream: str, version: int) -> Leaf | None:
        """Return one event, None if there is none."""

    def tile(self, level: int, number: int) -> Tile | None:
        """Return a tile, None if it is not stored."""

    def tile_at(self, position: int) -> Tile | None:
        """Return the last tile of level 0 that begins at this position or before it."""

    def last_tile(self, level: int) -> Tile | None:
        """Return the last stored tile of a level."""

    def tiles(self, level: int, first: int, count: int) -> list[Tile]:
        """Return tiles of a level without their hashes, in their order, as many as are stored."""

    def add(self, tiles: Sequence[Tile]) -> None:
        """Store tiles durably, all or none. One that is there stays as it is.

        Raises `TreeBrokenError` when one is there with another content.
        """
