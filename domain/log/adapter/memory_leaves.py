"""The tree's tiles of a log in memory."""

from collections.abc import Sequence
from threading import Lock

from domain.kernel.text import text
from domain.log.chain import HEADER, SIZE
from domain.log.checkpoints.tiles import Leaf, Tile
from domain.log.errors import TreeBrokenError
from domain.log.table import Reader


class MemoryTiles:
    """See `LeafTable`: tiles that are gone with the process."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._tiles: dict[tuple[int, int], Tile] = {}
        self._lock = Lock()

    def leaves(self, after: int, limit: int) -> list[Leaf]:
        """See `LeafTable.leaves`."""
        rows = self._read.span(after, after + limit)
        return [Leaf(row.position or 0, row.state[SIZE:HEADER]) for row in rows]

    def leaf(self, stream: str, version: int) -> Leaf | None:
        """See `LeafTable.leaf`."""
        own = self._read.head(stream, version)
        if own is None:
            return None
        return Leaf(self._read.positions(stream, version, version)[0], own)

    def tile(self, level: int, number: int) -> Tile | None:
        """See `LeafTable.tile`."""
        with self._lock:
            return self._tiles.get((level, number))

    def tile_at(self, position: int) -> Tile | None:
        """See `LeafTable.tile_at`."""
        return max(
            (tile for tile in self._of(0) if tile.first <= position),
            key=lambda tile: tile.number,
            default=None,
        )

    def last_tile(self, level: int) -> Tile | None:
        """See `LeafTable.last_tile`."""
        return max(self._of(level), key=lambda tile: tile.number, default=None)

    def tiles(self, level: int, first: int, count: int) -> list[Tile]:
        """See `LeafTable.tiles`."""
        found = sorted(tile for tile in self._of(level) if tile.number >= first)
        return [tile._replace(hashes=b"") for tile in found[:count]]

    def _of(self, level: int) -> list[Tile]:
        with self._lock:
            return [tile for tile in self._tiles.values() if tile.level == level]

    def add(self, tiles: Sequence[Tile]) -> None:
        """See `LeafTable.add`."""
        with self._lock:
            for one in tiles:
                if self._tiles.setdefault((one.level, one.number), one) != one:
                    message = text(
                        "tile {number} is stored with another content", number=one.number
                    )
                    raise TreeBrokenError(message)
