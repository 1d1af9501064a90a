"""Measures appending, and a round's replay, as a log grows.

    python -m bench.growth [sqlite|postgres] [EVENTS ...]

For each of EVENTS (100,000) a log is filled: some rounds of bots are played, and the others are
copies of them, under ids and keys of their own, encoded, sealed and chained as the log does it and
written fifty at a time (`bench/shared/bulk.py`). What is beyond a million is copied by the database
itself, under other names: it lies in the way as any event, and nobody can prove it.

There the two rows of a command are appended by one writer and by 32 in turns, and rounds drawn by
chance are proven as `replay round` does it, with what the whole log acknowledges of them. A
PostgreSQL of its own with fsync on, or an SQLite file (the usual one) with synchronous=FULL.
"""

import sqlite3
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from itertools import islice, repeat
from pathlib import Path
from random import Random
from statistics import median

import psycopg

from api.ids import round_id
from api.sample.house import Sample
from bench.append import now, rate, whole
from bench.shared.bulk import Copies
from domain.log.address import is_postgres
from domain.log.masters import MasterKeys, new_keys
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from projections.migrations.upgrade import migrate
from replay.proof import prove
from tests.support.postgres import Server

MODELS = 200
DRAWN = 5
TURNS = 5
CALLERS = (1, 32)
REAL = 1_000_000
"""Events that are written as the log does it."""
COPIED = (
    "INSERT INTO events (originator_id, originator_version, topic, state)"
    " SELECT originator_id || '~{number}', originator_version, topic, {state}"
    " FROM events WHERE position <= {last} ORDER BY position"
)
# A copy of an acknowledgement names no round that there is.
IN_FILE = (
    f"CAST('{' ' * 64}' || replace(CAST(substr(state, 65) AS TEXT), 'round/', 'roun~/') AS BLOB)"
)
ON_SERVER = (
    "substring(state FROM 1 FOR 64) || convert_to(replace(convert_from("
    "substring(state FROM 65), 'UTF8'), 'round/', 'roun~/'), 'UTF8')"
)


def fill(address: str, keys: MasterKeys, events: int) -> None:
    """Plays some rounds into a new log, and writes copies until there are so many events."""
    migrate(address)
    ids = (round_id(now()) for _ in repeat(None))
    with open_log(address, now=now, keys=keys) as log:
        sample = Sample(log, lambda: next(ids), Random(1))
        played = sum(1 for _ in sample.play(MODELS))
        before = log.last_position()
        Copies(log, address, keys, now).write(ids, played)
        a_copy = (log.last_position() - before) / played
        left = max(0, min(events, REAL) - log.last_position())
        Copies(log, address, keys, now).write(ids, int(left / a_copy))
        last = log.last_position()
    for number in range(1, events // REAL):
        stretch(address, number, last)


def stretch(address: str, number: int, last: int) -> None:
    """Has the database copy all events up to a position, under other names."""
    if is_postgres(address):
        with psycopg.connect(address) as server:
            server.execute(COPIED.format(number=number, state=ON_SERVER, last=last).encode())
        return
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
        file.execute(COPIED.format(number=number, state=IN_FILE, last=last))


def measure(address: str, keys: MasterKeys) -> None:
    """Measures what a log of this size costs, and prints it."""
    with open_log(address, now=now, keys=keys) as log:
        events = log.last_position()
        streams = [one for one in islice(log.streams(ROUNDS), 10_000) if "~" not in one]
        took, read = [], []
        for stream in Random(events).sample(streams, DRAWN):
            begun = time.perf_counter()
            log.read(stream)
            read.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            proof = prove(log, stream.removeprefix(ROUNDS))
            took.append(time.perf_counter() - begun)
            assert proof is not None
            assert proof.proven
        append = whole(log)  # last, for what it writes is no round that could be proven
        rates = {
            callers: median(rate(append, callers, 1.0) for _ in range(TURNS)) for callers in CALLERS
        }
    print(
        f"{events:10} events: {rates[1]:6.0f} appends/s by one, {rates[32]:6.0f} by 32;"
        f" a round read in {1000 * median(read):.2f} ms, proven in {1000 * median(took):.0f} ms",
        flush=True,
    )


def main(arguments: list[str]) -> int:
    """Fills a log for each size, and measures."""
    kind, sizes = (arguments or ["sqlite"])[0], [int(one) for one in arguments[1:]] or [100_000]
    keys = new_keys()
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        server = Server(durable=True) if kind == "postgres" else None
        for size in sizes:
            address = f"sqlite:///{folder}/{size}.db"
            if server is not None:
                server.execute(f"CREATE DATABASE log_{size}")
                address = server.url(f"log_{size}")
            begun = time.perf_counter()
            fill(address, keys, size)
            print(f"filled in {time.perf_counter() - begun:.0f} s", flush=True)
            measure(address, keys)
        if server is not None:
            server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
