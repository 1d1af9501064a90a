"""Measures commands over HTTP: a real service, one worker, 16 clients, against raw inserts.

    python -m bench.http [SECONDS] [TURNS]

Each client has a table of two seats and raises for both, as soon as the answer is there: a war of
raises by a point that no cap ends. Every command is accepted and durable. On PostgreSQL (its own,
fsync on) the load takes turns of SECONDS with `raw`, eight connections inserting one row each in
a transaction of its own by the plain driver; so does it on SQLite with a lone writer of rows, for
a file has one. The load generator and the database share the machine's cores with the service.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvloop

from api.house import House
from api.service.opening import now_ms
from bench.append import WRITERS, Append, rate, raw_file, raw_server
from domain.cards.card import PACK
from domain.flow.address import Address, game, table, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.masters import MasterKeys, keys_in
from domain.log.store import Receipt, open_log
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from tests.support.lines import Line, connected, requested
from tests.support.postgres import Server
from tests.support.service import Place, Served, place_at

CLIENTS = 16
STACK = 1_000_000_000
SETTINGS = ruleset(
    {
        "ante": 1,
        "min_raise": 1,
        "cap": STACK,
        "entry": STACK,
        "min_players": 2,
        "max_players": 2,
        "act_seconds": 86_400,
    }
)
TICKS = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What came of some seconds of load: commands a second, and how long each took, sorted."""

    rate: float
    took: list[float]
    server_cpu: float
    client_cpu: float


def prepare(place: Place) -> list[tuple[str, tuple[str, str]]]:
    """Plays until each table has a bet; returns the rounds, and their players, who speaks first."""
    keys = MasterKeys(keys_in(place.keys))
    with open_log(place.log, now=lambda: datetime.now(UTC), keys=keys) as log:
        house = House(log, now_ms)
        return [_war(house, number) for number in range(CLIENTS)]


def _war(house: House, number: int) -> tuple[str, tuple[str, str]]:
    asked = 0

    def take(at: Address, command: Command, origin: Origin | None = None) -> None:
        nonlocal asked
        asked += 1
        named = f"{number}-{asked}"
        done = house.ask(at, command, actor="bench", command_id=named, origin=origin)
        assert isinstance(done, Receipt), done

    name, at = f"t{number}", table(f"t{number}")
    players = (f"{name}a", f"{name}b")
    take(at, at_table.OpenTable(table=name, settings=SETTINGS))
    for player, seat in zip(players, ("p1", "p2"), strict=True):
        take(wallet(player), of_wallet.CreatePlayer(player=player, test=True))
        paid = of_wallet.Deposit(points=STACK, reason="bench", reference=player)
        take(wallet(player), paid)
        take(at, at_table.Sit(seat=Seat(seat), player=player, points=STACK))
    take(at, at_table.StartRound(round=name))
    hands = deal_from(PACK, house.state(game(name)).round)
    for seat, cards in hands.items():
        take(game(name), commands.Deal(seat=seat, cards=cards), Origin.HOUSE)
    head = house.state(game(name)).turn
    take(game(name), commands.Bet(seat=head, points=1))
    return name, players[::-1] if head == "p1" else players


class Warrior:
    """A client at its table: raises for both seats in turn, each command under a new key."""

    def __init__(self, served: Served, name: str, players: tuple[str, str]) -> None:
        self._port = served.port
        self._path = f"/rounds/{name}/actions"
        self._tokens = tuple(map(served.token, players))
        self._name = name
        self._said = 1
        self._line: Line | None = None

    async def fight(self, end: float, took: list[float]) -> None:
        """Raise until a moment."""
        if self._line is None:
            self._line = await connected(self._port)
        while (begun := time.perf_counter()) < end:
            said = self._said
            body = {"verb": "raise", "to": said + 1, "turn": f"0.betting.{said}"}
            token = self._tokens[(said + 1) % 2]
            key = f"{self._name}-{said}"
            answer = await self._line.ask(requested("POST", self._path, token, key=key, body=body))
            took.append(time.perf_counter() - begun)
            assert answer.status == 200, answer.body  # noqa: PLR2004 -- done
            self._said += 1

    def close(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.close()


def cpu_of(pid: int) -> float:
    """Returns the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class War:
    """A service under the load, which comes in turns."""

    def __init__(self, place: Place, ending: ExitStack) -> None:
        rounds = prepare(place)
        self._served = Served(place, pause=86_400)
        ending.callback(self._served.close)
        self._served.start()
        self._runner = ending.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        self._warriors = [Warrior(self._served, *one) for one in rounds]
        ending.callback(self._runner.run, self._close())

    async def _close(self) -> None:
        for warrior in self._warriors:
            warrior.close()

    def run(self, seconds: float) -> Load:
        """Load the service for some seconds."""
        return self._runner.run(self._run(seconds))

    async def _run(self, seconds: float) -> Load:
        took: list[float] = []
        server, client = cpu_of(self._served.pid), time.process_time()
        begun = time.perf_counter()
        fights = (one.fight(begun + seconds, took) for one in self._warriors)
        await asyncio.gather(*fights)
        lasted = time.perf_counter() - begun
        return Load(
            len(took) / lasted,
            sorted(took),
            (cpu_of(self._served.pid) - server) / len(took),
            (time.process_time() - client) / len(took),
        )


def compare(name: str, war: War, raw: Callable[[float], float], seconds: float, turns: int) -> None:
    """Lets the load and the control take turns, and prints what came of it."""
    war.run(1.0)
    raw(0.2)
    loads, raws = [], []
    for _ in range(turns):
        loads.append(war.run(seconds))
        raws.append(raw(seconds))
    http, control = statistics.median(one.rate for one in loads), statistics.median(raws)
    took = sorted(each for one in loads for each in one.took)
    server = statistics.median(one.server_cpu for one in loads)
    client = statistics.median(one.client_cpu for one in loads)
    print(
        f"{name:10} {http:8.0f} {control:8.0f}  {http / control:6.3f}"
        f" {1000 * took[len(took) // 2]:7.1f} {1000 * took[len(took) * 99 // 100]:7.1f}"
        f" {1000 * server:9.2f} {1000 * client:9.2f}",
        flush=True,
    )


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
        f" {'server ms':>9} {'client ms':>9}"
    )
    for name, prepared in {"PostgreSQL": on_server, "SQLite": on_file}.items():
        with ExitStack() as ending:
            folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
            compare(name, *prepared(ending, folder), seconds, turns)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
