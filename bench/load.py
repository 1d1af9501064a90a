"""Loads a house on PostgreSQL with real clients, and proves afterwards that nothing is amiss.

    python -m bench.load [TABLES] [SECONDS] [WORKERS]

A PostgreSQL of its own with fsync on; `paipu serve` with WORKERS (1). At each of TABLES (32) tables
one client raises over HTTP for both seats as soon as the answer is there, and another follows the
table over a WebSocket. For SECONDS (20), in turns of a second with `raw`: eight connections that
insert one row each in a transaction of its own. Told are commands a second and how long they took,
how much later than its receipt a command came over the socket, how many events the views were
behind and how long they took to catch up, and the CPU of all processes of the service for each
command. Then the service is stopped, and proven: every receipt is in the log, and no command twice;
whoever followed was told of each; no point is missing in the views; `replay verify` is clean. The
clients and the database share the machine's cores with the service.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from api.roles import Role
from bench.append import WRITERS, rate, raw_server
from bench.shared.war import War
from domain.log.store import Remembered
from tests.support.lines import connected, requested
from tests.support.postgres import Server
from tests.support.service import Place, Served, place_at
from tests.support.storm import balance, reading, verified

LOOK_SECONDS = 0.1
PATIENCE = 120.0
SAID_BY_THE_WAY = ("hello", "heartbeat")


class Ear:
    """Follows a table, and keeps when it was told of a position."""

    def __init__(self, served: Served, table: str) -> None:
        self.heard: dict[int, float] = {}
        self.cut_off = 0
        self._url = f"ws://127.0.0.1:{served.port}/v1/tables/{table}/live"
        self._headers = {"Authorization": f"Bearer {served.token('ear', Role.AUDITOR)}"}

    async def follow(self, ready: asyncio.Semaphore) -> None:
        """Follow until it is cancelled; whoever is cut off for being slow goes on from there."""
        last = 0
        while True:
            after = f"?after={last}" if last else ""
            async with connect(
                self._url + after, additional_headers=self._headers, proxy=None
            ) as socket:
                ready.release()
                async for message in socket:
                    told = json.loads(message)
                    last = told["position"]
                    if told["type"] not in SAID_BY_THE_WAY:
                        assert last not in self.heard, "told twice"
                        self.heard[last] = time.perf_counter()
            self.cut_off += 1


class Watched:
    """A load whose tables are followed, and whose views are looked at."""

    def __init__(self, war: War) -> None:
        self.behind: list[int] = []
        self.caught_up = 0.0
        self.war = war
        self.ears = {one.name: Ear(war.served, one.name) for one in war.warriors}
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Have all followers listen."""
        ready = asyncio.Semaphore(0)
        for ear in self.ears.values():
            self._tasks.append(asyncio.create_task(ear.follow(ready)))
        async with asyncio.timeout(PATIENCE):
            for _ in self.ears:
                await ready.acquire()
        self._tasks.append(asyncio.create_task(self._look()))

    async def _look(self) -> None:
        line = await connected(self.war.served.port)
        token = self.war.served.token("ear", Role.AUDITOR)
        while True:
            health = (await line.ask(requested("GET", "/health", token))).json()
            self.behind.append(_behind(health))
            await asyncio.sleep(LOOK_SECONDS)

    async def end(self) -> None:
        """Wait until everything was told and shown, and stop following."""
        begun = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            while self.behind[-1] or self.unheard():  # noqa: ASYNC110 -- only the service knows
                await asyncio.sleep(LOOK_SECONDS)
        self.caught_up = time.perf_counter() - begun
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def unheard(self) -> bool:
        """Say whether something that has a receipt was not told."""
        return any(
            json.loads(told.body)["position"] not in self.ears[one.name].heard
            for one in self.war.warriors
            for told in one.told[-1:]
        )

    def lags(self) -> list[float]:
        """Return how much later than its receipt each command came over the socket, sorted."""
        return sorted(
            max(0.0, self.ears[one.name].heard[json.loads(told.body)["position"]] - told.at)
            for one in self.war.warriors
            for told in one.told
        )


def _behind(health: dict[str, Any]) -> int:
    shown = min(one["position"] for one in health["projections"])
    return max(0, int(health["position"]) - int(shown))


def prove(place: Place, war: War) -> int:
    """Check, the service being stopped, that all holds that must; return how many receipts."""
    receipts = {
        (told.actor, told.key): json.loads(told.body) for one in war.warriors for told in one.told
    }
    done: Counter[tuple[str, str]] = Counter()
    found = {}
    with reading(place) as log:
        for one in log.acceptances():
            assert isinstance(one, Remembered)
            envelope, own = one.recorded.envelope, one.event.results[0]
            done[envelope.actor, envelope.command_id] += 1
            if envelope.actor.startswith("player/"):
                found[envelope.actor, envelope.command_id] = own
        assert max(done.values()) == 1, "a command was done twice"
        assert found.keys() == receipts.keys(), "receipts and commands differ"
        for asked, own in found.items():
            told = receipts[asked]
            assert (own.stream, own.last, own.hash) == (
                told["stream"],
                told["version"],
                told["hash"],
            )
        balance(log, place)
    assert verified(place) == 0, "replay verify finds something"
    return len(receipts)


def ms(values: list[float]) -> str:
    """Return the 50th and the 99th of a hundred sorted ones, in milliseconds."""
    middle, last = values[len(values) // 2], values[len(values) * 99 // 100]
    return f"p50 {1000 * middle:.1f} ms, p99 {1000 * last:.1f} ms"


def load(war: War, raw: Callable[[float], float], seconds: int) -> None:
    """Lets load and control take turns, and prints what came of it."""
    watched = Watched(war)
    war.runner.run(watched.begin())
    loads, raws = [], []
    for _ in range(seconds):
        loads.append(war.run(1.0))
        # Meanwhile the followers read on, what is still coming.
        raws.append(war.runner.run(asyncio.to_thread(raw, 1.0)))
    war.runner.run(watched.end())
    reached, control = statistics.median(one.rate for one in loads), statistics.median(raws)
    cpu = statistics.median(one.server_cpu for one in loads)
    client = statistics.median(one.client_cpu for one in loads)
    print(f"commands   {reached:.0f} a second, {reached / control:.3f} of raw ({control:.0f})")
    print(f"took       {ms(sorted(each for one in loads for each in one.took))}")
    cut_off = sum(ear.cut_off for ear in watched.ears.values())
    print(f"sockets    {ms(watched.lags())} after the receipt; {cut_off} times cut off and resumed")
    behind = sorted(watched.behind)
    print(
        f"views      behind by {behind[len(behind) // 2]} events, at most {behind[-1]};"
        f" caught up after {watched.caught_up:.1f} s"
    )
    print(f"CPU        {1000 * cpu:.2f} ms a command, of the clients {1000 * client:.2f} ms")


def main(arguments: list[str]) -> int:
    """Loads, measures and proves."""
    tables, seconds, workers = (*map(int, arguments), *(32, 20, 1)[len(arguments) :])
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        server = Server(durable=True)
        ending.callback(server.remove)
        for name in ("log", "raw"):
            server.execute(f"CREATE DATABASE {name}")
        place = place_at(server.url("log"), folder)
        war = War(place, ending, tables=tables, workers=workers)
        print(f"{tables} tables, {workers} worker{'s' * (workers > 1)}, {seconds} turns")
        load(war, partial(rate, raw_server(server.url("raw")), WRITERS), seconds)
        war.close()
        assert war.served.stop() == 0, war.served.output()
        print(f"proven     {prove(place, war)} receipts, each once; points and views; verified")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
