"""The tree made again leaf by leaf is RFC 9162's, and every tile that is not as it was is found."""

from collections.abc import Sequence
from hashlib import sha256

import pytest

from domain.fairness.tree import root_of
from domain.log.checkpoints.tiles import WIDTH, Leaf, Tile, tile_of
from replay.tree.growth import Growth, OddTile
from replay.tree.places import Bound

FIRST = 11
"""The first position; they go up by 3."""


class Tiles:
    """Tiles kept in memory, for the tests to change; there are no events."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, int], Tile] = {}

    def leaves(self, after: int, limit: int) -> list[Leaf]:
        raise AssertionError((after, limit))

    def leaf(self, stream: str, version: int) -> Leaf | None:
        raise AssertionError((stream, version))

    def tile(self, level: int, number: int) -> Tile | None:
        return self.kept.get((level, number))

    def tile_at(self, position: int) -> Tile | None:
        raise AssertionError(position)

    def last_tile(self, level: int) -> Tile | None:
        found = [tile for tile in self.kept.values() if tile.level == level]
        return max(found, key=lambda tile: tile.number, default=None)

    def tiles(self, level: int, first: int, count: int) -> list[Tile]:
        raise AssertionError((level, first, count))

    def add(self, tiles: Sequence[Tile]) -> None:
        self.kept.update({(tile.level, tile.number): tile for tile in tiles})


def leaf(number: int) -> bytes:
    return sha256(b"%d" % number).digest()


def position(number: int) -> int:
    return FIRST + 3 * number


def kept(leaves: Sequence[bytes]) -> Tiles:
    """The tiles of so many leaves, on all levels."""
    tiles, hashes, level, width = Tiles(), list(leaves), 0, 1
    while len(hashes) >= WIDTH:
        above = []
        for number in range(len(hashes) // WIDTH):
            part = hashes[number * WIDTH : (number + 1) * WIDTH]
            first, last = number * WIDTH * width, (number + 1) * WIDTH * width - 1
            tile = tile_of(level, number, (position(first), position(last)), part)
            tiles.add([tile])
            above.append(tile.root)
        hashes, level, width = above, level + 1, width * WIDTH
    return tiles


def grown(tiles: Tiles, leaves: Sequence[bytes], step: int) -> Growth:
    growth = Growth(tiles)
    for first in range(0, len(leaves), step):
        part = leaves[first : first + step]
        growth.add(part, [position(first + index) for index in range(len(part))])
    return growth


@pytest.mark.parametrize("size", [0, 1, 2, 3, 255, 256, 257, 511, 512, 1000])
@pytest.mark.parametrize("step", [1, 100, 256, 700])
def test_its_root_is_that_of_all_leaves_however_they_come(size: int, step: int) -> None:
    leaves = [leaf(number) for number in range(size)]
    growth = grown(kept(leaves), leaves, step)
    assert growth.root == root_of(leaves)
    assert growth.here == Bound(events=size, position=position(size - 1) if size else 0)
    assert growth.odd is None


def test_a_level_above_is_grown_and_compared() -> None:
    leaves = [leaf(number) for number in range(WIDTH * WIDTH + 300)]
    tiles = kept(leaves)
    assert (1, 0) in tiles.kept
    growth = grown(tiles, leaves, 5000)
    assert (growth.root, growth.odd) == (root_of(leaves), None)
    above = tiles.kept[1, 0]
    tiles.kept[1, 0] = above._replace(hashes=leaf(0) + above.hashes[32:])
    assert grown(tiles, leaves, 5000).odd == OddTile(
        "tile 0 of level 1 is not made of the events below it"
    )
    del tiles.kept[1, 0]
    assert grown(tiles, leaves, 5000).odd is None  # as if nobody had come to make it yet


LEAVES = [leaf(number) for number in range(600)]


def odd(tiles: Tiles, leaves: Sequence[bytes], last: int | None = None) -> OddTile | None:
    growth = grown(tiles, leaves, 100)
    growth.end(position(len(leaves) - 1) if last is None else last)
    return growth.odd


def test_the_first_leaf_that_is_another_is_named() -> None:
    changed = [*LEAVES[:300], leaf(-1), *LEAVES[301:400], leaf(-2), *LEAVES[401:]]
    reason = "it is not the event that is in the tree"
    assert odd(kept(LEAVES), changed) == OddTile(reason, position(300))


def test_leaves_that_are_missing_are_told() -> None:
    reason = "an event that is in the tree is missing before it"
    assert odd(kept(LEAVES), LEAVES[:300] + LEAVES[310:]) == OddTile(reason, position(300))


def test_a_leaf_that_is_too_many_is_told() -> None:
    more = [*LEAVES[:300], leaf(-1), *LEAVES[300:]]
    reason = "it is not in the tree, and stands before one that is"
    assert odd(kept(LEAVES), more) == OddTile(reason, position(300))


def test_a_tail_that_was_cut_within_a_tile_is_told() -> None:
    reason = f"a tile covers events up to position {position(511)}, and they are missing"
    assert odd(kept(LEAVES), LEAVES[:500]) == OddTile(reason)


def test_a_tail_that_was_changed_and_cut_within_a_tile_is_told() -> None:
    reason = "it is not the event that is in the tree"
    changed = [*LEAVES[:490], leaf(-1), *LEAVES[491:500]]
    assert odd(kept(LEAVES), changed) == OddTile(reason, position(490))


def test_a_tile_that_was_made_meanwhile_is_none_of_its_business() -> None:
    assert odd(kept(LEAVES), LEAVES[:500], last=position(599)) is None


def test_a_tile_that_is_missing_is_told() -> None:
    tiles = kept(LEAVES)
    del tiles.kept[0, 0]
    assert odd(tiles, LEAVES) == OddTile("tile 0 of level 0 is missing")
    tiles = kept(LEAVES)
    tiles.kept[0, 2] = tiles.kept.pop((0, 1))._replace(number=2)
    assert odd(tiles, LEAVES[:500]) == OddTile("tile 1 of level 0 is missing")


def test_a_tile_that_covers_other_positions_is_told() -> None:
    tiles = kept(LEAVES)
    tiles.kept[0, 1] = tiles.kept[0, 1]._replace(first=1)
    assert odd(tiles, LEAVES) == OddTile("tile 1 of level 0 is not made of the events below it")
