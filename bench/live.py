"""Measures the fan-out: real sockets to one real service, told of rounds that are being played.

    python -m bench.live [SQLite|PostgreSQL] [SECONDS] [SOCKETS] [EVENTS]

SOCKETS clients (2,000) in two processes of their own follow 100 tables, twenty each: the two who
play, operators, and spectators. At each table two seats raise for ever; all of it together is
EVENTS (200) a second, which every follower of the table is told, each as it may see it. Commands
come over HTTP, to the very process that tells of them. An event's way is measured from the moment
at which its command was answered, when it is committed, to the moment at which a client has read
it; one that is there before its command's answer counts as 0. Every event must reach everybody
once and in order. The clients and the database share the machine's cores with the service.

    python -m bench.live slow [SECONDS] [SOCKETS] [EVENTS] [SLOW]

The same, but that all is played at four tables, and that SLOW clients more (200) follow those and
read nothing at all, until each is cut off.
"""

import asyncio
import resource
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from api.roles import Role
from bench.shared.followers import Crowd, Way, many_files
from bench.shared.war import cpu_of
from tests.support.players import DONE, Client, Journal
from tests.support.postgres import Server
from tests.support.service import Place, Served, place_at
from tests.support.war import Fight, prepared

TABLES = 100
EVENTS_A_COMMAND = 2
"""A raise, and the deadline of the next turn."""
SLOW_TABLES = 4
SLOW_SECONDS = 45.0


class Answered(NamedTuple):
    """When a command was answered that wrote up to a position."""

    position: int
    at: float


async def fight(
    served: Served, fights: Sequence[Fight], seconds: float, rate: float
) -> list[Answered]:
    """Ask commands at a steady rate, table by table in turn; return when each was answered."""
    journal, answered = Journal(), list[Answered]()
    period = len(fights) * EVENTS_A_COMMAND / rate
    begun = time.monotonic()

    async def at_table(number: int, one: Fight) -> None:
        clients = tuple(Client(served, journal, name) for name in one.players)
        due = begun + number * period / len(fights)
        said = 1
        while due < begun + seconds:
            await asyncio.sleep(due - time.monotonic())
            client = clients[one.speaker(said)]
            told = await client.ask(one.path, one.raising(said), f"{one.name}-{said}")
            assert told.status == DONE, told.body
            answered.append(Answered(told.json()["position"], time.monotonic()))
            said, due = said + 1, due + period
        for client in clients:
            client.close()

    await asyncio.gather(*(at_table(number, one) for number, one in enumerate(fights)))
    return sorted(answered)


def ways(served: Served, fights: Sequence[Fight], sockets: int) -> list[Way]:
    """Return who follows what: at each table its players, an operator, and spectators."""
    per_table = sockets // len(fights)
    staff = served.token("office", Role.OPERATOR)
    spectators = [served.token(f"s{number}") for number in range(per_table)]
    return [
        Way(one.name, token)
        for one in fights
        for token in [*map(served.token, one.players), staff, *spectators][:per_table]
    ]


class Measured(NamedTuple):
    """What came of it: how many messages, and how long each was on its way, sorted."""

    messages: int
    took: list[float]


def measured(answered: Sequence[Answered], told: Sequence[Any]) -> Measured:
    """Return how long each event took to each follower; each must have had all, once, in order."""
    positions = [one.position for one in answered]
    took: list[float] = []
    by_table: dict[str, Sequence[int]] = {}
    for table, seen, times, _ in told:
        assert by_table.setdefault(table, seen) == seen, table
        assert list(seen) == sorted(set(seen)), table
        for position, at in zip(seen, times, strict=True):
            command = bisect_left(positions, position)
            took.append(max(at - answered[command].at, 0.0))
    due = EVENTS_A_COMMAND * len(answered)
    assert sum(map(len, by_table.values())) == due, (sum(map(len, by_table.values())), due)
    return Measured(len(took), sorted(took))


def memory_of(pid: int) -> int:
    """Return the bytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def run(place: Place, seconds: float, sockets: int, rate: float, *, slow: int) -> str:
    """Measure, and return a line of figures."""
    fights = prepared(place, TABLES)
    with closing(Served(place, pause=86_400)) as served:
        served.start()
        before = memory_of(served.pid)
        crowd = Crowd(served, ways(served, fights, sockets))
        assert crowd.ready() == sockets
        stuck = None
        if slow:
            stuck = Crowd(served, ways(served, fights[:SLOW_TABLES], slow), reads=False)
            assert stuck.ready() == slow
        time.sleep(1)
        used, begun = cpu_of(served.pid), time.monotonic()
        playing = fights[:SLOW_TABLES] if slow else fights
        answered = uvloop.run(fight(served, playing, seconds, rate))
        busy = (cpu_of(served.pid) - used) / (time.monotonic() - begun)
        time.sleep(1)
        memory = memory_of(served.pid)
        found = measured(answered, [one for one in crowd.stop() if len(one[1])])
        cut_off = 0 if stuck is None else sum(one[3] is not None for one in stuck.stop())
    took = [1000 * found.took[found.messages * part // 1000] for part in (500, 990, 999)]
    told = found.messages / (answered[-1].at - answered[0].at)
    return (
        f"{sockets:7} {slow:6} {cut_off:7}"
        f" {EVENTS_A_COMMAND * len(answered) / seconds:8.0f} {told:10.0f}"
        f" {took[0]:7.1f} {took[1]:7.1f} {took[2]:7.1f} {1000 * found.took[-1]:7.1f}"
        f" {100 * busy:5.0f} {memory / 2**20:6.0f} {(memory - before) / sockets / 1024:6.1f}"
    )


def main(arguments: list[str]) -> int:
    """Measure, and print the figures."""
    many_files()
    slow = "slow" in arguments
    names = [one for one in arguments if one in KINDS] or (["SQLite"] if slow else list(KINDS))
    numbers = [float(one) for one in arguments if one[0].isdigit()]
    usual = (SLOW_SECONDS if slow else 10.0, 2_000.0, 200.0, 200.0 if slow else 0.0)
    seconds, sockets, rate, stuck = (*numbers, *usual[len(numbers) :])
    print(
        f"{'':10} {'sockets':>7} {'slow':>6} {'cut off':>7} {'events/s':>8} {'messages/s':>10}"
        f" {'p50 ms':>7} {'p99 ms':>7} {'p99.9':>7} {'most':>7}"
        f" {'cpu %':>5} {'MiB':>6} {'KiB/1':>6}"
    )
    for name in names:
        with ExitStack() as ending, tempfile.TemporaryDirectory() as folder:
            place = place_at(KINDS[name](ending, Path(folder)), Path(folder))
            line = run(place, seconds, int(sockets), rate, slow=int(stuck))
            print(f"{name:10} {line}", flush=True)
    return 0


def on_server(ending: ExitStack, _: Path) -> str:
    """Return the address of a log on a server of its own."""
    server = Server(durable=True)
    ending.callback(server.remove)
    server.execute("CREATE DATABASE log")
    return server.url("log")


def in_file(_: ExitStack, folder: Path) -> str:
    """Return the address of a log in a file."""
    return f"sqlite:///{folder}/log.db"


KINDS: dict[str, Callable[[ExitStack, Path], str]] = {"PostgreSQL": on_server, "SQLite": in_file}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
