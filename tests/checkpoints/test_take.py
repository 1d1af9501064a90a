"""Taking checkpoints: what is signed, when nothing is, by which keys, and what refuses to be."""

import pytest

from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.events import STREAM, SigningKeyChanged, TreeSigned
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.errors import SigningKeysMissingError, TreeBrokenError
from domain.log.store import Log
from tests.checkpoints.given import (
    NEW,
    OLD,
    ORIGIN,
    SIGNER,
    bets,
    checkpoint_in,
    leaves_of,
    root_over,
)


def test_an_empty_log_has_no_checkpoint(checkpoints: Checkpoints) -> None:
    assert checkpoints.take() is None
    assert checkpoints.latest() is None


def test_a_checkpoint_covers_all_that_is_there(log: Log, checkpoints: Checkpoints) -> None:
    bets(log, "round/1", 5)
    leaves = leaves_of(log)

    signed = checkpoints.take()

    assert checkpoint_in(signed) == Checkpoint(ORIGIN, len(leaves), root_over(leaves))
    assert signed is not None
    assert signed == checkpoints.latest()
    assert signed.position == leaves[-1].position
    assert (signed.size, signed.root) == (len(leaves), root_over(leaves))
    keys, tree_signed = log.read(STREAM)
    assert keys.event == SigningKeyChanged(keys=(str(OLD.verifier),))
    assert tree_signed.event == TreeSigned(
        size=signed.size, root=signed.root.hex(), position=signed.position, note=signed.note
    )


def test_there_is_none_when_only_checkpoints_are_new(log: Log, checkpoints: Checkpoints) -> None:
    bets(log, "round/1", 1)
    first = checkpoints.take()

    assert checkpoints.take() is None
    assert checkpoints.latest() == first
    bets(log, "round/2", 1)
    second = checkpoints.take()
    assert checkpoint_in(second).size == len(leaves_of(log)) - 2
    assert checkpoints.take() is None


@pytest.mark.parametrize("count", [254, 255, 256, 257, 511, 700])
def test_sizes_around_a_tile(log: Log, checkpoints: Checkpoints, count: int) -> None:
    bets(log, "round/1", count - 1)  # and what remembers the command
    leaves = leaves_of(log)
    assert len(leaves) == count

    assert checkpoint_in(checkpoints.take()) == Checkpoint(ORIGIN, count, root_over(leaves))
    tile = log.leaves.last_tile(0)
    assert (0 if tile is None else tile.number + 1) == count // 256
    bets(log, "round/2", 300)
    leaves = leaves_of(log)
    assert checkpoint_in(checkpoints.take()).root == root_over(leaves)
    tile = log.leaves.last_tile(0)
    assert tile is not None
    inside = leaves[tile.number * 256 :][:256]
    assert (tile.first, tile.last) == (inside[0].position, inside[-1].position)
    assert tile.root == root_over(inside)


def test_while_a_key_is_exchanged_both_sign_and_the_log_remembers(log: Log) -> None:
    bets(log, "round/1", 1)
    both, new = Signer([NEW, OLD]), Signer([NEW])
    assert checkpoint_in(Checkpoints(log, SIGNER).take()).size == 2

    during = Checkpoints(log, both).take()
    after = Checkpoints(log, new).take()

    assert checkpoint_in(during, both).size == 5, "a change of keys is news by itself"
    assert checkpoint_in(during, SIGNER) == checkpoint_in(during, new)
    assert checkpoint_in(after, new).size == 8
    assert Checkpoints(log, new).take() is None
    told = [one.event for one in log.read(STREAM)]
    assert [one.keys for one in told if isinstance(one, SigningKeyChanged)] == [
        (str(OLD.verifier),),
        (str(NEW.verifier), str(OLD.verifier)),
        (str(NEW.verifier),),
    ]


def test_without_a_key_nothing_is_signed(log: Log) -> None:
    bets(log, "round/1", 1)

    with pytest.raises(SigningKeysMissingError):
        Checkpoints(log).take()
    assert log.last_version(STREAM) == 0


def test_a_log_keeps_its_name(log: Log, checkpoints: Checkpoints) -> None:
    bets(log, "round/1", 1)
    checkpoints.take()
    renamed = Checkpoints(log, Signer([SigningKey("other.example/log", bytes(32))]))

    with pytest.raises(TreeBrokenError):
        renamed.take()
    assert log.last_version(STREAM) == 2


def test_a_stored_tile_is_not_stored_otherwise(log: Log, checkpoints: Checkpoints) -> None:
    bets(log, "round/1", 600)
    checkpoints.take()
    tile = log.leaves.tile(0, 1)
    assert tile is not None

    log.leaves.add([tile])
    for wrong in (
        tile._replace(hashes=bytes(len(tile.hashes))),
        tile._replace(last=tile.last + 1),
        tile._replace(root=bytes(32)),
    ):
        with pytest.raises(TreeBrokenError):
            log.leaves.add([wrong, tile._replace(number=2)])
    assert log.leaves.tile(0, 1) == tile


def test_a_tile_that_is_not_of_these_events_is_not_signed_over(
    log: Log, checkpoints: Checkpoints
) -> None:
    bets(log, "round/1", 300)
    tile_in_waiting = checkpoints.take()
    assert tile_in_waiting is not None
    tile = log.leaves.tile(0, 0)
    assert tile is not None
    # Who may write tiles puts one of other events where the next would be.
    forged = tile._replace(number=1, first=tile.last + 1, last=tile.last + 256)
    log.leaves.add([forged])
    bets(log, "round/2", 400)

    with pytest.raises(TreeBrokenError):
        checkpoints.take()
    assert checkpoints.latest() == tile_in_waiting
