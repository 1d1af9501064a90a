"""Measures checkpoints: their proofs in a long log, and what signing costs a command.

    python -m bench.proofs [EVENTS]

A file with synchronous=FULL has EVENTS (a million by default) rows of 700 bytes, which are no
events but have hashes like them, so that the tree is as large as in earnest. A proof is made by a
log that is open for reading, and checked as a client checks it, its checkpoint's signature
included; 400 of each, of events and checkpoints drawn by chance. What signing costs is told as a
share of `Log.append` of a command of one event on the same disk, the two taking turns.
"""

import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from domain.fairness import tree
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.checkpoints.checkpoint import read_checkpoint, receipt_note
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.grown import GrownTree
from domain.log.checkpoints.notes import Signer, SigningKey, verified
from domain.log.store import CommandInfo, Log, Receipt, Write, open_log
from domain.sizhidao.commands import Bet
from domain.sizhidao.events import BetMade
from projections.migrations.upgrade import migrate

SIGNER: Final = Signer([SigningKey("house.example/log", bytes(32))])
ASKED: Final = 400
TURNS: Final = 12
EVERY: Final = 1_000
BODY: Final = bytes(636)

P = ParamSpec("P")
T = TypeVar("T")


def now() -> datetime:
    """Returns the time, as the log asks for it."""
    return datetime.now(UTC)


def rows(first: int, count: int) -> Iterator[tuple[str, int, str, bytes]]:
    """Yields rows of streams of their own."""
    for number in range(first, first + count):
        state = bytes(32) + sha256(b"%d" % number).digest() + BODY
        yield f"bulk/{number}", 1, "test.Bulk.1", state


def fill(path: Path, first: int, count: int) -> None:
    """Puts rows into the file."""
    insert = (
        "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(insert, rows(first, count))


def timed(times: list[float], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Returns what some work comes to, and notes how many milliseconds it took."""
    begin = time.perf_counter()
    done = work(*args, **kwargs)
    times.append((time.perf_counter() - begin) * 1e3)
    return done


def told(name: str, milliseconds: Sequence[float]) -> str:
    """Returns median and 99th of a hundred."""
    ordered = sorted(milliseconds)
    return (
        f"{name:<44} {statistics.median(ordered):9.3f} ms"
        f"   {ordered[len(ordered) * 99 // 100]:9.3f} ms at the 99th"
    )


def proofs(url: str, events: int, chance: random.Random) -> None:
    """Measures proofs of inclusion and of consistency: making, size, checking."""
    made: list[float] = []
    checked: list[float] = []
    grown: list[float] = []
    extended: list[float] = []
    sizes, lengths = [], []
    with open_log(url, now=now, read_only=True) as log:
        checkpoints = Checkpoints(log)
        signed = checkpoints.latest()
        assert signed is not None
        for _ in range(ASKED):
            found = timed(made, checkpoints.inclusion, f"bulk/{chance.randrange(events)}", 1)
            assert found is not None
            path = [one.hex() for one in found.path]
            answer = {"index": found.index, "position": found.position, "size": found.size}
            whole = json.dumps(
                answer | {"hash": found.hash.hex(), "path": path} | {"note": signed.note}
            )
            sizes.append(len(whole))
            timed(checked, check, whole)
            old = chance.randrange(1, events)
            between = timed(grown, checkpoints.consistency, old)
            lengths.append(32 * len(between))
            ends = old, GrownTree(log.leaves).root(old), signed.size, signed.root
            accept(timed(extended, tree.is_consistent, *ends, between))
    print(told("inclusion: made", made))
    print(f"{'inclusion: JSON with the checkpoint':<44} {max(sizes):9} bytes at most")
    print(told("inclusion: checked, with the signature", checked))
    print(told("consistency: made", grown))
    print(f"{'consistency: hashes':<44} {max(lengths):9} bytes at most")
    print(told("consistency: checked", extended))


def check(proof: str) -> None:
    """Checks a proof as a client does."""
    read = json.loads(proof)
    checkpoint = read_checkpoint(verified(read["note"], SIGNER.verifiers).text)
    leaf = tree.leaf_hash(read["position"].to_bytes(8) + bytes.fromhex(read["hash"]))
    path = [bytes.fromhex(one) for one in read["path"]]
    accept(tree.root_by(path, read["index"], read["size"], leaf) == checkpoint.root)


def accept(held: object) -> None:
    """Ends the measurement if something does not hold."""
    if not held:
        raise SystemExit("a proof does not hold")


def costs(log: Log) -> None:
    """Measures what receipts and checkpoints cost, beside appending."""
    appended: list[float] = []
    signed: list[float] = []
    taken: list[float] = []
    checkpoints = Checkpoints(log, SIGNER)
    commands = EVERY // 2  # a command is two events
    for turn in range(TURNS):
        for version in range(turn * commands + 1, (turn + 1) * commands + 1):
            receipt = timed(appended, append, log, version)
            timed(signed, receipt_note, SIGNER, receipt)
        timed(taken, checkpoints.take)
    command = statistics.median(appended)
    print(told("a command: Log.append", appended))
    print(told("its receipt, signed", signed))
    print(told(f"a checkpoint every {EVERY} events", taken))
    print(f"{'receipt / command':<44} {statistics.median(signed) / command:9.1%}")
    share = statistics.median(taken) / commands / command
    print(f"{'checkpoint / commands that it covers':<44} {share:9.1%}")


def append(log: Log, version: int) -> Receipt:
    """Appends a command of one event."""
    bet = BetMade(seat=Seat("p1"), points=50, all_in=False)
    info = CommandInfo(
        actor="ann",
        origin=Origin.PLAYER,
        command_id=f"{version}",
        target="round/bench",
        command=Bet(seat=Seat("p1"), points=50),
    )
    write = Write(stream="round/bench", expected_version=version - 1, events=(bet,))
    return log.append((write,), info)


def main(events: int) -> None:
    """Fills a file, and prints the figures."""
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.db"
        url = f"sqlite:///{path}"
        migrate(url)
        for first in range(0, events, 100_000):
            fill(path, first, min(100_000, events - first))
        with open_log(url, now=now) as log:
            whole: list[float] = []
            timed(whole, Checkpoints(log, SIGNER).take)
            print(told(f"the first checkpoint, of {events} events", whole))
        proofs(url, events, chance)
        with open_log(url, now=now) as log:
            costs(log)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
