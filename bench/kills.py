"""Kills the service under a load again and again, and checks that nothing is lost or doubled.

    python -m bench.kills [KILLS] [SEED]

Players at three tables play on while the service, all of its processes, gets SIGKILL at random
moments, 200 times on SQLite and as often on PostgreSQL (its own, fsync on), there with one worker,
with two, and two of which one is killed, in turns of the whole. It fails at the first thing that
does not hold: see `tests.support.storm`.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.support.postgres import Server
from tests.support.service import Place, place_at
from tests.support.storm import Storm, Strike, one_worker_killed, struck, whole_service_killed


@contextmanager
def on_file(folder: Path) -> Iterator[Place]:
    """Yields a house in a file."""
    yield place_at(f"sqlite:///{folder}/log.db", folder)


@contextmanager
def on_server(folder: Path) -> Iterator[Place]:
    """Yields a house on a PostgreSQL of its own."""
    server = Server(durable=True)
    try:
        server.execute("CREATE DATABASE log")
        yield place_at(server.url("log"), folder)
    finally:
        server.remove()


House = Callable[[Path], AbstractContextManager[Place]]

CASES: tuple[tuple[str, House, Strike, int, float], ...] = (
    ("SQLite", on_file, whole_service_killed, 1, 1.0),
    ("PostgreSQL, one worker", on_server, whole_service_killed, 1, 0.5),
    ("PostgreSQL, two workers", on_server, whole_service_killed, 2, 0.25),
    ("PostgreSQL, one of two", on_server, one_worker_killed, 2, 0.25),
)
"""What is killed where, by how many workers, and its share of the kills."""


def told(name: str, kills: int, storm: Storm, seconds: float) -> str:
    """Returns a line about what was survived."""
    journal = storm.journal
    rounds = sum(len(table.rounds) for table in storm.tables)
    return (
        f"{name:24} {kills:5} {len(journal.receipts):8} {len(journal.unanswered):10}"
        f" {len(journal.repeated):8} {rounds:7} {seconds:6.0f}  {dict(journal.answers)}"
    )


def main(arguments: list[str]) -> int:
    """Kills, and prints what was survived."""
    kills = int(arguments[0]) if arguments else 200
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    print(f"{'':24} kills receipts unanswered repeated  rounds      s  problems")
    for name, house, strike, workers, share in CASES:
        blows = max(1, round(kills * share))
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as place:
            storm = asyncio.run(struck(place, strike, blows, seed=seed, workers=workers))
        print(told(name, blows, storm, time.perf_counter() - begun), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
