"""Measures appending, and a round's replay, as a log grows.

    python -m bench.growth [sqlite|postgres] [EVENTS ...]

A log is filled: some rounds of bots are played, and others are copies of them, under ids and keys
of their own, encoded, sealed and chained as the log does it and written fifty at a time
(`bench/shared/bulk.py`). Then it grows to each of EVENTS (100,000) in turn: the database itself
copies what is there, under other names, that lies in the way as any event, in every index, and that
nobody can prove.

Each time the two rows of a command are appended by one writer and by 32 in turns, and rounds drawn
by chance, none of those copies, are read and proven as `replay round` does it. For all of it the
time is printed, and the CPU that this process and the database took. A PostgreSQL of its own with
fsync on, or an SQLite file (the usual one) with synchronous=FULL, in the folder for temporary
files.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeVar

import psycopg

from api.ids import round_id
from api.sample.house import Sample
from bench.append import now, rate, whole
from bench.shared.bulk import Copies
from bench.shared.war import cpu_of
from domain.log.address import is_postgres
from domain.log.masters import MasterKeys, new_keys
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from projections.migrations.upgrade import migrate
from replay.proof import prove
from tests.support.postgres import Server

T = TypeVar("T")
MODELS = 50
DRAWN = 50
TURNS = 5
CALLERS = (1, 32)
REAL = 20_000
"""Events that are written as the log does it."""
COPIED = (
    "INSERT INTO events (originator_id, originator_version, topic, state)"
    " SELECT originator_id || '~{number}', originator_version, topic, {state}"
    " FROM events WHERE position <= {last} ORDER BY position"
)
# A copy of an acknowledgement names a round that is none.
IN_FILE = (
    f"CAST('{' ' * 64}' || replace(CAST(substr(state, 65) AS TEXT), 'round/', 'round/~{{number}}')"
    " AS BLOB)"
)
ON_SERVER = (
    "substring(state FROM 1 FOR 64) || convert_to(replace(convert_from("
    "substring(state FROM 65), 'UTF8'), 'round/', 'round/~{number}'), 'UTF8')"
)
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'events_naming%'"
UNIQUE = "ALTER TABLE events {} CONSTRAINT events_originator_id_originator_version_key"
TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
CACHE = "PRAGMA cache_size = -2000000"
"""KiB: the copies of a stream's name lie far apart in the index of them."""


def fill(address: str, keys: MasterKeys) -> tuple[int, list[str]]:
    """Plays some rounds into a new log, and writes copies of them; returns its end and rounds."""
    migrate(address)
    ids = (round_id(now()) for _ in repeat(None))
    with open_log(address, now=now, keys=keys) as log:
        sample = Sample(log, lambda: next(ids), Random(1))
        played = sum(1 for _ in sample.play(MODELS))
        before = log.last_position()
        Copies(log, address, keys, now).write(ids, played)
        a_copy = (log.last_position() - before) / played
        left = REAL - log.last_position()
        Copies(log, address, keys, now).write(ids, int(left / a_copy))
        return log.last_position(), list(log.streams(ROUNDS))


def stretch(address: str, copies: range, last: int) -> None:
    """Has the database copy all events up to a position, under other names for each number.

    What guards rows, and on a server what leads to them, is taken away meanwhile, and made again.
    """
    if is_postgres(address):
        with psycopg.connect(address) as server:
            indexes = server.execute(INDEXES).fetchall()
            server.execute(f"{UNIQUE.format('DROP')}; SET maintenance_work_mem = '1GB'".encode())
            for name, _ in indexes:
                server.execute(f"DROP INDEX {name}".encode())
            for number in copies:
                state = ON_SERVER.format(number=number)
                server.execute(COPIED.format(number=number, state=state, last=last).encode())
            server.execute(
                f"{UNIQUE.format('ADD')} UNIQUE (originator_id, originator_version)".encode()
            )
            for _, definition in indexes:
                server.execute(definition.encode())
        return
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
        file.execute(CACHE)
        file.execute("PRAGMA synchronous = OFF")
        triggers = file.execute(TRIGGERS).fetchall()
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        for number in copies:
            state = IN_FILE.format(number=number)
            file.execute(COPIED.format(number=number, state=state, last=last))
        for _, definition in triggers:
            file.execute(definition)


Cpu = Callable[[], float]
"""Seconds of CPU that were used until now."""


def cpu_with(server: Server | None) -> Cpu:
    """Returns what tells the CPU of this process, and of the server with all that serve in it."""
    if server is None:
        return time.process_time
    pid = int(Path(server.folder, "data", "postmaster.pid").read_text().split()[0])
    return lambda: time.process_time() + cpu_of(pid)


def timed(cpu: Cpu, work: Callable[[], T]) -> tuple[T, float, float]:
    """Returns what came of some work, how long it took and how much CPU, in milliseconds."""
    begun, used = time.perf_counter(), cpu()
    done = work()
    return done, 1000 * (time.perf_counter() - begun), 1000 * (cpu() - used)


def measure(address: str, keys: MasterKeys, rounds: Sequence[str], cpu: Cpu) -> None:
    """Measures what a log of this size costs, and prints it."""
    with open_log(address, now=now, keys=keys) as log:
        events = log.last_position()
        drawn = Random(1).sample(rounds, DRAWN)
        read = [timed(cpu, partial(log.read, one)) for one in drawn]
        proofs = [timed(cpu, partial(prove, log, one.removeprefix(ROUNDS))) for one in drawn]
        assert all(proof is not None and proof.proven for proof, *_ in proofs)
        append = whole(log)  # last, for what it writes is no round that could be proven
        told = []
        for callers in CALLERS:
            before = log.last_position()
            rates, _, used = timed(
                cpu,
                lambda: [rate(append, callers, 1.0) for _ in range(TURNS)],  # noqa: B023 -- called at once
            )
            appends = (log.last_position() - before) / 2
            told.append(f"{median(rates):6.0f} ({1000 * used / appends:.0f} us CPU)")
    print(
        f"{events:10} events: {told[0]} appends/s by one, {told[1]} by 32;"
        f" a round read in {shown(read)}, proven in {shown(proofs)}",
        flush=True,
    )


def shown(done: Sequence[tuple[object, float, float]]) -> str:
    """Returns how long something took, in words."""
    took, used = (median(column) for column in list(zip(*done, strict=True))[1:])
    return f"{took:.1f} ms ({used:.1f} ms CPU)"


def main(arguments: list[str]) -> int:
    """Fills a log, and measures it at each size."""
    kind, sizes = (arguments or ["sqlite"])[0], [int(one) for one in arguments[1:]] or [100_000]
    keys = new_keys()
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        address, server = f"sqlite:///{folder}/log.db", None
        if kind == "postgres":
            server = Server(durable=True)
            ending.callback(server.remove)
            server.execute("CREATE DATABASE log")
            address = server.url("log")
        last, rounds = fill(address, keys)
        copied = 1
        for size in sizes:
            begun, wanted = time.perf_counter(), size // last
            stretch(address, range(copied, wanted), last)
            copied = max(copied, wanted)
            print(f"made in {time.perf_counter() - begun:.0f} s", flush=True)
            measure(address, keys, rounds, cpu_with(server))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
