"""The tree over the log's events, made again leaf by leaf, and compared with the stored tiles."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.fairness import tree
from domain.kernel.text import text
from domain.log.checkpoints.tiles import WIDTH, LeafTable, Tile
from replay.tree.places import Bound


class OddTile(NamedTuple):
    """The first stored tile that is not as the events make it, and what is wrong with it.

    `position` is that of the first event that is not the one in the tile, None if it is no event's.
    """

    reason: str
    position: int | None = None


class _Level:
    """A level of tiles: the hashes that fill no tile yet, and how many tiles there were before."""

    def __init__(self, stored: int) -> None:
        self.hashes: list[bytes] = []
        self.number = 0
        self.first = 0
        self.stored = stored


class Growth:
    """The tree over the events so far. Memory is bounded by the depth of the tree.

    `odd` is the first stored tile that differs.
    """

    def __init__(self, table: LeafTable) -> None:
        self._table = table
        self._levels = [self._level(0)]
        self._positions: list[int] = []
        self._last = 0
        self.size = 0
        self.odd: OddTile | None = None

    @property
    def here(self) -> Bound:
        """How many events there are so far, and where the last one stands."""
        return Bound(events=self.size, position=self._last)

    @property
    def root(self) -> bytes:
        """The root over the events so far."""
        rest: list[bytes] = []
        for level in self._levels:
            hashes = [*level.hashes, *rest]
            rest = [tree.root_of(hashes)] if hashes else []
        return rest[0] if rest else tree.EMPTY

    def add(self, leaves: Sequence[bytes], positions: Sequence[int]) -> None:
        """Add the next events."""
        level, place = self._levels[0], 0
        while place < len(leaves):
            until = place + WIDTH - len(level.hashes)
            level.hashes += leaves[place:until]
            self._positions += positions[place:until]
            place = until
            if len(level.hashes) == WIDTH:
                self._complete(0, self._positions[0], self._positions[-1])
                self._positions = []
        self.size += len(leaves)
        self._last = positions[-1] if leaves else self._last

    def end(self, last: int) -> None:
        """Compare the last events with the tile that they should fill: there are no more.

        `last` is the last position of the log by now; a tile of events behind it has lost them.
        """
        level = self._levels[0]
        if self.odd is not None or level.number >= level.stored:
            return
        tile = self._table.tile(0, level.number)
        if tile is None:
            self.odd = _missing(0, level.number)
        elif self._last < tile.last <= last:
            return  # it was made of events that came meanwhile
        else:
            self.odd = self._first_odd(tile, level.hashes) or OddTile(
                text(
                    "a tile covers events up to position {last}, and they are missing",
                    last=tile.last,
                )
            )

    def _level(self, depth: int) -> _Level:
        last = self._table.last_tile(depth)
        return _Level(0 if last is None else last.number + 1)

    def _complete(self, depth: int, first: int, last: int) -> None:
        level = self._levels[depth]
        hashes, number = level.hashes, level.number
        root = tree.root_of(hashes)
        if self.odd is None and number < level.stored:
            self.odd = self._compared(Tile(depth, number, first, last, root, b"".join(hashes)))
        level.hashes, level.number = [], number + 1
        if depth + 1 == len(self._levels):
            self._levels.append(self._level(depth + 1))
        above = self._levels[depth + 1]
        above.first = above.first if above.hashes else first
        above.hashes.append(root)
        if len(above.hashes) == WIDTH:
            self._complete(depth + 1, above.first, last)

    def _compared(self, made: Tile) -> OddTile | None:
        stored = self._table.tile(made.level, made.number)
        if stored == made:
            return None
        if stored is None:
            return _missing(made.level, made.number)
        if not made.level and stored.root == made.root and stored.hashes != made.hashes:
            # The events are those of the root, so it is the tile that was changed.
            return OddTile(
                text(
                    "tile {number} of level {level} does not make its own root",
                    number=made.number,
                    level=made.level,
                )
            )
        odd = self._first_odd(stored, made.part(0, WIDTH)) if made.level == 0 else None
        reason = text(
            "tile {number} of level {level} is not made of the events below it",
            number=made.number,
            level=made.level,
        )
        return odd or OddTile(reason)

    def _first_odd(self, stored: Tile, found: Sequence[bytes]) -> OddTile | None:
        kept = stored.part(0, WIDTH)
        for index, leaf in enumerate(found):
            if leaf != kept[index]:
                reason = _reason(kept[index:], found[index:])
                return OddTile(reason, self._positions[index])
        return None


def _missing(level: int, number: int) -> OddTile:
    return OddTile(text("tile {number} of level {level} is missing", number=number, level=level))


def _reason(kept: Sequence[bytes], found: Sequence[bytes]) -> str:
    """Say what happened to the first of these leaves. A leaf tells position and hash."""
    if found[0] in kept:
        return text("an event that is in the tree is missing before it")
    if kept[0] in found:
        return text("it is not in the tree, and stands before one that is")
    return text("it is not the event that is in the tree")
