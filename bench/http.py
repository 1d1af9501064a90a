"""Measures commands over HTTP: a real service, one worker, 16 clients, against raw inserts.

    python -m bench.http [SECONDS] [TURNS]

Each client has a table of two seats and raises for both, as soon as the answer is there: a war of
raises by a point that no cap ends. Every command is accepted and durable. On PostgreSQL (its own,
fsync on) the load takes turns of SECONDS with `raw`, eight connections inserting one row each in
a transaction of its own by the plain driver; so does it on SQLite with a lone writer of rows, for
a file has one. Then it takes as many turns at half the rate that it came to, evenly, each command
timed from when it was to be sent. The load generator and the database share the machine's cores
with the service.
"""

import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.append import WRITERS, Append, rate, raw_file, raw_server
from bench.shared.war import Load, War
from tests.support.postgres import Server
from tests.support.service import place_at


def compare(name: str, war: War, raw: Callable[[float], float], seconds: float, turns: int) -> None:
    """Lets the load and the control take turns, and prints what came of it."""
    war.run(1.0)
    raw(0.2)
    loads, raws = [], []
    for _ in range(turns):
        loads.append(war.run(seconds))
        raws.append(raw(seconds))
    http, control = statistics.median(one.rate for one in loads), statistics.median(raws)
    half = [war.run(seconds, pace=http / 2) for _ in range(turns)]
    server = statistics.median(one.server_cpu for one in loads)
    client = statistics.median(one.client_cpu for one in loads)
    print(
        f"{name:10} {http:8.0f} {control:8.0f}  {http / control:6.3f}"
        f" {percentiles(loads)} {1000 * server:9.2f} {1000 * client:9.2f} {percentiles(half)}",
        flush=True,
    )


def percentiles(loads: list[Load]) -> str:
    """Returns the 50th and the 99th of a hundred, in milliseconds."""
    took = sorted(each for one in loads for each in one.took)
    return f"{1000 * took[len(took) // 2]:7.1f} {1000 * took[len(took) * 99 // 100]:7.1f}"


def on_server(ending: ExitStack, folder: Path) -> tuple[War, Callable[[float], float]]:
    """Returns the load on PostgreSQL and its control."""
    server = Server(durable=True)
    ending.callback(server.remove)
    for name in ("log", "raw"):
        server.execute(f"CREATE DATABASE {name}")
    war = War(place_at(server.url("log"), folder), ending)
    return war, controlled(raw_server(server.url("raw")), WRITERS)


def on_file(ending: ExitStack, folder: Path) -> tuple[War, Callable[[float], float]]:
    """Returns the load on SQLite and its control."""
    war = War(place_at(f"sqlite:///{folder}/log.db", folder), ending)
    return war, controlled(raw_file(folder / "raw.db"), 1)


def controlled(append: Append, writers: int) -> Callable[[float], float]:
    """Returns what measures a control for some seconds."""
    return partial(rate, append, writers)


def main(arguments: list[str]) -> int:
    """Measures, and prints rates and ratios."""
    seconds = float(arguments[0]) if arguments else 1.0
    turns = int(arguments[1]) if len(arguments) > 1 else 8
    print(
        f"{'':10} {'commands':>8} {'raw':>8}  {'of raw':>6} {'p50 ms':>7} {'p99 ms':>7}"
        f" {'server ms':>9} {'client ms':>9} {'at half':>7} {'p99 ms':>7}"
    )
    for name, place in {"PostgreSQL": on_server, "SQLite": on_file}.items():
        with ExitStack() as ending:
            folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
            compare(name, *place(ending, folder), seconds, turns)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
