"""Proofs from a log's tiles: the same as over all of its leaves, at every size."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.fairness import tree
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.grown import GrownTree, grow
from domain.log.errors import NoCheckpointError, TreeBrokenError
from domain.log.store import Log, open_log
from tests.checkpoints.given import SIGNER, bets, bulk, checkpoint_in, leaves_of, root_over
from tests.support.tables import migrate

LARGE = 66_200
"""More than a tile of tiles, and than a few beside it."""


def test_every_event_is_proven_in_every_checkpoint_that_covers_it(
    log: Log, checkpoints: Checkpoints
) -> None:
    signed = []
    for number, count in enumerate((1, 3, 250, 7, 260, 1)):
        bets(log, f"round/{number}", count)
        signed.append(checkpoint_in(checkpoints.take()))
    leaves = [one.leaf for one in leaves_of(log)]

    for checkpoint in signed:
        for number, count in enumerate((1, 3, 250, 7, 260, 1)):
            for version in {1, count // 2 or 1, count}:
                found = checkpoints.inclusion(f"round/{number}", version, checkpoint.size)
                row = log.read_stored(f"round/{number}")[version - 1]
                if found is None:
                    assert number > signed.index(checkpoint)
                    continue
                assert number <= signed.index(checkpoint)
                assert (found.position, found.hash) == (row.position, row.state[32:64])
                assert found.path == tree.path_of(found.index, leaves[: checkpoint.size])
                leaf = tree.leaf_hash(found.position.to_bytes(8) + found.hash)
                root = tree.root_by(found.path, found.index, found.size, leaf)
                assert root == checkpoint.root
    assert checkpoints.inclusion("round/5", 1) is not None, "in the one that was signed last"


def test_every_checkpoint_extends_all_before_it(log: Log, checkpoints: Checkpoints) -> None:
    signed = []
    for number, count in enumerate((1, 3, 250, 7, 260, 1)):
        bets(log, f"round/{number}", count)
        signed.append(checkpoint_in(checkpoints.take()))

    for at, new in enumerate(signed):
        for old in signed[: at + 1]:
            path = checkpoints.consistency(old.size, new.size)
            assert tree.is_consistent(old.size, old.root, new.size, new.root, path)
    assert checkpoints.consistency(signed[0].size) == checkpoints.consistency(
        signed[0].size, signed[-1].size
    )


def test_what_is_not_covered_has_no_proof(log: Log, checkpoints: Checkpoints) -> None:
    bets(log, "round/1", 2)
    with pytest.raises(NoCheckpointError):
        checkpoints.inclusion("round/1", 1)
    checkpoints.take()
    bets(log, "round/2", 2)

    assert checkpoints.inclusion("round/1", 3) is None
    assert checkpoints.inclusion("round/none", 1) is None
    assert checkpoints.inclusion("round/2", 1) is None
    for size in (-1, 0, 4, 1 << 60):
        with pytest.raises(NoCheckpointError):
            checkpoints.inclusion("round/1", 1, size)
    for old, new in ((0, 3), (-1, 3), (2, 4), (3, 2), (4, 4)):
        with pytest.raises(NoCheckpointError):
            checkpoints.consistency(old, new)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a tree of three levels of tiles, of which the uppermost is not complete."""
    path = tmp_path_factory.mktemp("large") / "log.db"
    migrate(f"sqlite:///{path}")
    bulk(path, LARGE)
    return path


def test_a_large_tree_is_read_from_few_tiles(large: Path) -> None:
    with open_log(f"sqlite:///{large}", now=lambda: datetime.now(UTC)) as log:
        leaves = [one.leaf for one in log.leaves.leaves(0, LARGE)]
        assert grow(log.leaves) == (LARGE, LARGE)
        grown = GrownTree(log.leaves)

        upper = log.leaves.last_tile(1)
        assert upper is not None
        assert (upper.number, upper.first, upper.last) == (0, 1, 65_536)
        for size in (1, 255, 256, 65_535, 65_536, 65_537, 65_800, LARGE - 1, LARGE):
            assert grown.root(size) == tree.root_of(leaves[:size])
        for index in (0, 255, 256, 30_000, 65_535, 65_536, 66_047, 66_048, LARGE - 1):
            assert grown.path(index, LARGE) == tree.path_of(index, leaves)
        for old in (1, 256, 300, 65_535, 65_536, 65_537, 66_048, LARGE):
            assert grown.consistency(old, LARGE) == tree.consistency_of(old, leaves)


def test_the_tree_grows_from_where_it_was(path: Path) -> None:
    with open_log(f"sqlite:///{path}", now=lambda: datetime.now(UTC)) as log:
        for first in range(0, 6_000, 1_500):
            bulk(path, 1_500, first)
            size, position = grow(log.leaves)
            leaves = [one.leaf for one in log.leaves.leaves(0, size)]
            assert (size, position) == (first + 1_500, first + 1_500)
            assert GrownTree(log.leaves).root(size) == tree.root_of(leaves)


def test_positions_have_gaps_and_indexes_have_none(path: Path) -> None:
    with open_log(f"sqlite:///{path}", now=lambda: datetime.now(UTC)) as log:
        bulk(path, 300)
        _leave_a_gap(path, 1_000)
        bulk(path, 300, 300)

        size, position = grow(log.leaves)
        assert (size, position) == (600, 1_300)
        leaves = log.leaves.leaves(0, size)
        assert leaves[300].position == 1_001
        assert GrownTree(log.leaves).index(leaves[300]) == 300
        assert GrownTree(log.leaves).root(size) == root_over(leaves)


def _leave_a_gap(path: Path, last: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'", (last,))


def test_an_event_that_was_changed_has_no_proof(path: Path) -> None:
    with open_log(f"sqlite:///{path}", now=lambda: datetime.now(UTC)) as log:
        bulk(path, 300)
        grow(log.leaves)
        (leaf,) = log.leaves.leaves(9, 1)

        with pytest.raises(TreeBrokenError):
            GrownTree(log.leaves).index(leaf._replace(hash=bytes(32)))


def test_a_tile_that_is_missing_is_told(path: Path) -> None:
    with open_log(f"sqlite:///{path}", now=lambda: datetime.now(UTC)) as log:
        bulk(path, 700)

        with pytest.raises(TreeBrokenError):  # nobody has stored any yet
            GrownTree(log.leaves).root(700)


def test_a_log_without_tiles_signs_what_came_before_it_had_them(path: Path) -> None:
    bulk(path, 5_000)
    with open_log(f"sqlite:///{path}", now=lambda: datetime.now(UTC)) as log:
        signed = checkpoint_in(Checkpoints(log, SIGNER).take())

        assert signed.size == 5_000
        assert signed.root == root_over(log.leaves.leaves(0, 5_000))
