"""The tree's tiles beside the events: in an SQLite file, and on a PostgreSQL server."""

# ruff: noqa: S608 -- only the constants of a `Dialect` are put in, never a value

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from eventsourcing.sqlite import SQLiteDatastore

from domain.kernel.text import text
from domain.log.adapter.recorder import FAILURES
from domain.log.checkpoints.tiles import Leaf, Tile
from domain.log.errors import LogUnavailableError, TreeBrokenError

Run = Callable[..., list[tuple[Any, ...]]]
"""Runs a statement with its values, in a transaction of its own, and returns its rows."""

_COLUMNS: Final = "level, number, first_position, last_position, root"
_FAILED: Final = text("the tree's tiles could not be stored: the database failed or stayed locked")


class TileRows:
    """See `LeafTable`: reading, the same over every database of the library's table."""

    def __init__(self, run: Run, value: str) -> None:
        self._run = run
        leaf = "SELECT position, substr(state, 33, 32) FROM events WHERE"
        self._leaves = f"{leaf} position > {value} ORDER BY position LIMIT {value}"
        self._leaf = f"{leaf} originator_id = {value} AND originator_version = {value}"
        tile = f"SELECT {_COLUMNS}, hashes FROM tree_tiles WHERE"
        self._tile = f"{tile} level = {value} AND number = {value}"
        self._tile_at = (
            f"{tile} level = 0 AND first_position <= {value} ORDER BY first_position DESC LIMIT 1"
        )
        self._last = f"{tile} level = {value} ORDER BY number DESC LIMIT 1"
        self._tiles = (
            f"SELECT {_COLUMNS} FROM tree_tiles"
            f" WHERE level = {value} AND number >= {value} ORDER BY number LIMIT {value}"
        )

    def leaves(self, after: int, limit: int) -> list[Leaf]:
        """See `LeafTable.leaves`."""
        return list(map(Leaf._make, self._run(self._leaves, after, limit)))

    def leaf(self, stream: str, version: int) -> Leaf | None:
        """See `LeafTable.leaf`."""
        return next(map(Leaf._make, self._run(self._leaf, stream, version)), None)

    def tile(self, level: int, number: int) -> Tile | None:
        """See `LeafTable.tile`."""
        return next(map(Tile._make, self._run(self._tile, level, number)), None)

    def tile_at(self, position: int) -> Tile | None:
        """See `LeafTable.tile_at`."""
        return next(map(Tile._make, self._run(self._tile_at, position)), None)

    def last_tile(self, level: int) -> Tile | None:
        """See `LeafTable.last_tile`."""
        return next(map(Tile._make, self._run(self._last, level)), None)

    def tiles(self, level: int, first: int, count: int) -> list[Tile]:
        """See `LeafTable.tiles`."""
        return [Tile._make((*row, b"")) for row in self._run(self._tiles, level, first, count)]

    def require_stored(self, tiles: Sequence[Tile]) -> None:
        """Raise `TreeBrokenError` unless these very tiles are stored."""
        for one in tiles:
            if self.tile(one.level, one.number) != one:
                message = text(
                    "tile {number} of level {level} is stored with another content",
                    number=one.number,
                    level=one.level,
                )
                raise TreeBrokenError(message)


class FileTiles(TileRows):
    """See `LeafTable`: tiles in the file of the events, over the same connections."""

    _ADD: Final = f"INSERT OR IGNORE INTO tree_tiles ({_COLUMNS}, hashes) VALUES (?, ?, ?, ?, ?, ?)"

    def __init__(self, datastore: SQLiteDatastore, run: Run) -> None:
        super().__init__(run, "?")
        self._datastore = datastore

    def add(self, tiles: Sequence[Tile]) -> None:
        """See `LeafTable.add`."""
        done = False
        with suppress(*FAILURES), self._datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            cursor.execute("BEGIN IMMEDIATE")
            try:
                cursor.executemany(self._ADD, tiles)
            except BaseException:
                cursor.execute("ROLLBACK")
                raise
            cursor.execute("COMMIT")
            done = True
        if not done:
            self.require_stored(tiles)  # for it may be another content that was refused
            raise LogUnavailableError(_FAILED)
        self.require_stored(tiles)


class ServerTiles(TileRows):
    """See `LeafTable`: tiles on a PostgreSQL server, each change one statement."""

    _ADD: Final = (
        f"INSERT INTO tree_tiles ({_COLUMNS}, hashes) SELECT * FROM unnest(%b::bigint[],"
        " %b::bigint[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bytea[])"
        " ON CONFLICT DO NOTHING RETURNING 1"
    )

    def __init__(self, run: Run) -> None:
        super().__init__(run, "%b")

    def add(self, tiles: Sequence[Tile]) -> None:
        """See `LeafTable.add`."""
        if len(self._run(self._ADD, *map(list, zip(*tiles, strict=True)))) < len(tiles):
            self.require_stored(tiles)
