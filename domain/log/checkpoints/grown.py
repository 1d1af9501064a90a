"""The tree over the log's events, read from its tiles: a proof reads a few tiles, never the log."""

from typing import Final

from domain.fairness import tree
from domain.fairness.tree import Path, node_hash, root_of, split_of
from domain.kernel.text import text
from domain.log.checkpoints.tiles import DEPTH, WIDTH, Leaf, LeafTable, Tile, tile_of
from domain.log.errors import TreeBrokenError

BATCH: Final = 16
"""Tiles that are stored in one transaction, so that a long log is worked off in steps."""


class GrownTree:
    """The tree as its table has it. Events and tiles never change, so what was read is kept.

    Its methods raise `TreeBrokenError` when tiles are missing, `LogUnavailableError`.
    """

    def __init__(self, table: LeafTable) -> None:
        self._table = table
        self._tiles: dict[tuple[int, int], list[bytes]] = {}

    def root(self, size: int) -> bytes:
        """Return the root over the first events."""
        return self._root(0, size) if size else tree.EMPTY

    def path(self, index: int, size: int) -> Path:
        """Return the path from the event at an index to the root over the first events."""
        start, end, path = 0, size, []
        while end - start > 1:
            middle = start + split_of(end - start)
            if index < middle:
                path.append(self._root(middle, end))
                end = middle
            else:
                path.append(self._root(start, middle))
                start = middle
        return tuple(reversed(path))

    def consistency(self, old: int, new: int) -> Path:
        """Return the path that proves that a tree extends an older one, see `tree.consistency_of`.

        The older one has an event at least.
        """
        start, end, path = 0, new, []
        while old != end:
            middle = start + split_of(end - start)
            if old <= middle:
                path.append(self._root(middle, end))
                end = middle
            else:
                path.append(self._root(start, middle))
                start = middle
        if start:
            path.append(self._root(start, end))
        return tuple(reversed(path))

    def index(self, leaf: Leaf) -> int | None:
        """Return at which index an event stands, None for one after the last tile and its rest."""
        tile = self._table.tile_at(leaf.position)
        number = 0 if tile is None else tile.number
        if tile is not None and leaf.position > tile.last:
            number += 1
        try:
            return number * WIDTH + self._leaves(number).index(leaf.leaf)
        except ValueError:
            pass
        if tile is not None and number == tile.number:
            message = text(
                "the event at position {position} is not the one in the tree",
                position=leaf.position,
            )
            raise TreeBrokenError(message)
        return None

    def _root(self, start: int, end: int) -> bytes:
        """Return the root over events that are a subtree: a perfect one, or the end of the tree."""
        count = end - start
        if count & (count - 1):
            middle = start + split_of(count)
            return node_hash(self._root(start, middle), self._root(middle, end))
        depth = count.bit_length() - 1
        level, inside = divmod(depth, DEPTH)
        number, first = divmod(start >> level * DEPTH, WIDTH)
        hashes = self._hashes(level, number)[first : first + (1 << inside)]
        if len(hashes) < 1 << inside:
            message = text(
                "the tree has no tile {number} of level {level}", number=number, level=level
            )
            raise TreeBrokenError(message)
        return root_of(hashes)

    def _hashes(self, level: int, number: int) -> list[bytes]:
        """Return the hashes of a tile, as many as there are by now."""
        known = self._tiles.get((level, number))
        if known is None:
            known = self._leaves(number) if level == 0 else self._above(level, number)
            self._tiles[level, number] = known
        return known

    def _leaves(self, number: int) -> list[bytes]:
        tile = self._table.tile(0, number)
        if tile is not None:
            return tile.part(0, WIDTH)
        before = self._table.tile(0, number - 1) if number else None
        if number and before is None:
            return []
        after = 0 if before is None else before.last
        return [one.leaf for one in self._table.leaves(after, WIDTH)]

    def _above(self, level: int, number: int) -> list[bytes]:
        tile = self._table.tile(level, number)
        if tile is not None:
            return tile.part(0, WIDTH)
        return [one.root for one in self._table.tiles(level - 1, number * WIDTH, WIDTH)]


def grow(table: LeafTable) -> tuple[int, int]:
    """Store every tile that is complete by now; return the number of events and the last position.

    Of several that do it at once, each stores the same. Killed halfway, the next goes on there.
    """
    last = table.last_tile(0)
    number, after = (0, 0) if last is None else (last.number + 1, last.last)
    while True:
        leaves = table.leaves(after, BATCH * WIDTH)
        full = len(leaves) // WIDTH
        tiles = [_tile(number + one, leaves[one * WIDTH :][:WIDTH]) for one in range(full)]
        if tiles:
            table.add(tiles)
            number, after = number + full, tiles[-1].last
        if full < BATCH:
            break
    _grow_above(table)
    rest = leaves[full * WIDTH :]
    return number * WIDTH + len(rest), rest[-1].position if rest else after


def _tile(number: int, leaves: list[Leaf]) -> Tile:
    span = leaves[0].position, leaves[-1].position
    return tile_of(0, number, span, [one.leaf for one in leaves])


def _grow_above(table: LeafTable) -> None:
    level = 1
    while True:
        last = table.last_tile(level)
        number = 0 if last is None else last.number + 1
        below = table.tiles(level - 1, number * WIDTH, WIDTH)
        if len(below) == WIDTH:
            span = below[0].first, below[-1].last
            table.add([tile_of(level, number, span, [one.root for one in below])])
        elif number == 0:
            return
        else:
            level += 1
