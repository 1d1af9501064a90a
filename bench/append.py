"""Measures appending the rows of one command, against raw inserts and the library's own recorder.

    python -m bench.append [SECONDS]

The cases take turns, twelve of SECONDS (0.25 by default) each, on a real disk: a PostgreSQL of its
own with fsync on, and SQLite files with synchronous=FULL. A command has two rows: a fact, and what
remembers the command. `raw` inserts one row like the first in a transaction of its own, by the
plain driver, each writer on a connection of its own. `stock` is the library's recorder with its own
table. `append` writes rows that are ready; `whole` is `Log.append`: codec, chain and rows. `loop`
is the same for callers in an event loop, who are told. Of many callers the ratios are to the eight
connections of `raw` and to `stock` with as many callers.
"""

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Thread, local

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.adapter.opening import open_table
from domain.log.chain import ORIGIN
from domain.log.codec import CODEC
from domain.log.decision import CommandInfo, Draft, Write
from domain.log.envelope import Stored
from domain.log.store import Log, open_log
from domain.log.table import Drafted, Outcome, Table
from domain.sizhidao.commands import Bet
from domain.sizhidao.events import BetMade
from projections.migrations.upgrade import migrate
from tests.support.postgres import PASSWORD, USER, Server

TURNS = 12
WRITERS = 8
CALLERS = (1, 8, 16, 32)
RAW = (
    "CREATE TABLE raw (position {}, originator_id text NOT NULL, originator_version bigint"
    " NOT NULL, topic text NOT NULL, state {} NOT NULL, UNIQUE (originator_id, originator_version))"
)
RAW_INSERT = "INSERT INTO raw (originator_id, originator_version, topic, state) VALUES ({})"
NUMBERS = count(1)
Append = Callable[[], object]
Run = Callable[[int, float], float]
"""What so many callers do for some seconds; returns how often a second."""


def now() -> datetime:
    """Returns the time, as the log asks for it."""
    return datetime.now(UTC)


def asked() -> CommandInfo:
    """Returns a new command."""
    return CommandInfo(
        actor="ann",
        origin=Origin.PLAYER,
        command_id=f"{next(NUMBERS)}",
        target="round/1",
        command=Bet(seat=Seat("p1"), points=50),
    )


def writing(stream: str, version: int) -> Write:
    """Returns what the command writes."""
    event = BetMade(seat=Seat("p1"), points=50, all_in=False)
    return Write(stream=stream, expected_version=version, events=(event,))


def drafted() -> tuple[Stored, Stored]:
    """Returns the two rows of a command."""
    draft = Draft(now(), asked(), [writing("round/1", 0)])
    draft.chain(CODEC, [ORIGIN])
    fact, remembered = draft.rows
    return fact, remembered


FACT, REMEMBERED = drafted()


def rows() -> list[Stored]:
    """Returns rows of the usual size on streams that are new."""
    number = f"{next(NUMBERS)}"
    command = f"command/{sha256(number.encode()).hexdigest()}"
    return [FACT._replace(stream=f"round/{number}"), REMEMBERED._replace(stream=command)]


def ready(table: Table) -> Append:
    """Returns what appends rows that are ready."""
    return lambda: table.insert(Drafted(rows()))


def whole(log: Log) -> Append:
    """Returns what appends a decision, each thread's to a stream of its own."""
    own = local()

    def append() -> None:
        if not hasattr(own, "stream"):
            own.stream, own.version = f"round/{next(NUMBERS)}", 0
        log.append([writing(own.stream, own.version)], asked())
        own.version += 1

    return append


def looped(log: Log) -> Run:
    """Returns what has decisions appended for callers in an event loop, each on its own stream."""

    async def append(stream: str, version: int) -> None:
        loop = asyncio.get_running_loop()
        told: asyncio.Future[Outcome] = loop.create_future()
        draft = log.draft([writing(stream, version)], asked())
        log.put(draft, lambda one: loop.call_soon_threadsafe(told.set_result, one))
        log.written(draft, (await told).outcome())

    async def caller(end: float) -> int:
        stream, done = f"round/{next(NUMBERS)}", 0
        while time.perf_counter() < end:
            await append(stream, done)
            done += 1
        return done

    async def run(callers: int, seconds: float) -> float:
        begun = time.perf_counter()
        done = await asyncio.gather(*(caller(begun + seconds) for _ in range(callers)))
        return sum(done) / (time.perf_counter() - begun)

    return lambda callers, seconds: asyncio.run(run(callers, seconds))


def raw_server(url: str) -> Append:
    """Returns what inserts one row, each thread on a connection of its own."""
    own = local()
    insert = RAW_INSERT.format("%b, %b, %b, %b").encode()
    with psycopg.connect(url, autocommit=True) as connection:
        position = "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
        connection.execute(RAW.format(position, "bytea").encode())

    def append() -> None:
        if not hasattr(own, "connection"):
            own.connection = psycopg.connect(url, autocommit=True)
        values = (f"round/{next(NUMBERS)}", 1, FACT.topic, FACT.state)
        own.connection.execute(insert, values, prepare=True)

    return append


def raw_file(path: Path) -> Append:
    """Returns what inserts one row into a file."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(RAW.format("integer PRIMARY KEY AUTOINCREMENT", "blob"))
    insert = RAW_INSERT.format("?, ?, ?, ?")
    return lambda: connection.execute(insert, (f"round/{next(NUMBERS)}", 1, FACT.topic, FACT.state))


def stock(server: Server, database: str) -> Append:
    """Returns what appends rows by the library's own recorder."""
    datastore = PostgresDatastore(
        database,
        "127.0.0.1",
        server.port,
        USER,
        PASSWORD,
        pool_size=WRITERS,
        originator_id_type="text",
    )
    recorder = PostgresApplicationRecorder(datastore)
    recorder.create_table()
    return lambda: recorder.insert_events(
        [StoredEvent(row.stream, row.version, row.topic, row.state) for row in rows()]
    )


def rate(append: Append, writers: int, seconds: float) -> float:
    """Returns how often a second it was done, by all writers together."""
    done = [0] * writers
    end = time.perf_counter() + seconds

    def run(writer: int) -> None:
        while time.perf_counter() < end:
            append()
            done[writer] += 1

    begun = time.perf_counter()
    threads = [Thread(target=run, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - begun)


def measure(cases: dict[str, Callable[[float], float]], seconds: float) -> dict[str, float]:
    """Returns the median rate of each case; they take turns, so that all see the same machine."""
    for run in cases.values():
        run(0.2)
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(TURNS):
        for name, run in cases.items():
            found[name].append(run(seconds))
    return {name: statistics.median(rates) for name, rates in found.items()}


def cases_of(ending: ExitStack) -> dict[str, Callable[[float], float]]:
    """Sets all up; returns the cases by name."""
    server = Server(durable=True)
    ending.callback(server.remove)
    folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
    for name in ("log", "stock", "raw"):
        server.execute(f"CREATE DATABASE {name}")
    urls = {"postgres": server.url("log"), "sqlite": f"sqlite:///{folder}/log.db"}
    runs: dict[str, Run] = {
        "postgres raw": partial(rate, raw_server(server.url("raw"))),
        "postgres stock": partial(rate, stock(server, "stock")),
        "sqlite raw": partial(rate, raw_file(folder / "raw.db")),
    }
    for name, url in urls.items():
        migrate(url)
        table = open_table(url, read_only=False)
        ending.callback(table.close)
        log = ending.enter_context(open_log(url, now=now))
        runs[f"{name} append"] = partial(rate, ready(table))
        runs[f"{name} whole"] = partial(rate, whole(log))
        runs[f"{name} loop"] = looped(log)
    most = {"postgres raw": WRITERS, "sqlite raw": 1}
    return {
        f"{name} {callers}": partial(run, callers)
        for name, run in runs.items()
        for callers in CALLERS
        if callers <= most.get(name, CALLERS[-1])
    }


def main(arguments: list[str]) -> int:
    """Measures, and prints rates and ratios."""
    with ExitStack() as ending:
        found = measure(cases_of(ending), float(arguments[0]) if arguments else 0.25)
    print(f"{'case':20} {'a second':>8}  of raw  of stock")
    for name, each in found.items():
        kind, _, writers = name.split()
        most = WRITERS if kind == "postgres" else 1
        raw = found[f"{kind} raw {min(int(writers), most)}"]
        stocked = found.get(f"{kind} stock {writers}")
        told = f"{each / stocked:8.2f}" if stocked else ""
        print(f"{name:20} {each:8.0f}  {each / raw:6.2f}{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
