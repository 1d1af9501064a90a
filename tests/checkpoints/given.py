"""What the tests of checkpoints sign with, and write into a log."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from domain.fairness import tree
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.checkpoints import Signed
from domain.log.checkpoints.notes import Signer, SigningKey, verified
from domain.log.checkpoints.tiles import Leaf
from domain.log.store import Log
from tests.log.given import asked, bet, write

ORIGIN = "house.example/log"
OLD = SigningKey(ORIGIN, bytes(range(32)))
NEW = SigningKey(ORIGIN, bytes(range(32, 64)))
SIGNER = Signer([OLD])


def bets(log: Log, stream: str, count: int) -> None:
    """Write so many bets in one decision, and what remembers its command."""
    log.append([write(stream, 0, *map(bet, range(1, count + 1)))], asked(f"all of {stream}"))


def leaves_of(log: Log) -> list[Leaf]:
    """Return what the tree is made of, read from the events themselves."""
    rows = log.span(0, log.last_position())
    return [Leaf(row.position or 0, row.state[32:64]) for row in rows]


def checkpoint_in(signed: Signed | None, signer: Signer = SIGNER) -> Checkpoint:
    """Return what a checkpoint says, once all keys of a signer have been seen to have signed it."""
    assert signed is not None
    text, keys = verified(signed.note, signer.verifiers)
    assert keys == signer.verifiers
    return read_checkpoint(text)


def root_over(leaves: list[Leaf]) -> bytes:
    return tree.root_of([one.leaf for one in leaves])


def bulk(path: Path, count: int, first: int = 0) -> None:
    """Put many rows into a file that are no events, but have hashes like them."""
    rows = (
        (f"bulk/{number}", 1, "test.Bulk.1", bytes(32) + sha256(b"%d" % number).digest())
        for number in range(first, first + count)
    )
    insert = (
        "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(insert, rows)
