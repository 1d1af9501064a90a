"""A real service under a load of raises over HTTP, each accepted and durable."""

import asyncio
import os
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import NamedTuple

import uvloop

from tests.support.lines import Line, connected, requested
from tests.support.players import DONE
from tests.support.service import Place, Served
from tests.support.war import Fight, prepared

CLIENTS = 16
TICKS = os.sysconf("SC_CLK_TCK")


class Told(NamedTuple):
    """An answer, to whom and under which key, and when it came."""

    actor: str
    key: str
    body: bytes
    at: float


class Load(NamedTuple):
    """What came of some seconds of load: commands a second, and how long each took, sorted.

    With a pace, each took from when it was to be sent, however late the one before was answered.
    """

    rate: float
    took: list[float]
    server_cpu: float
    client_cpu: float


class Warrior:
    """A client at its table: raises for both seats in turn, each command under a new key."""

    def __init__(self, served: Served, fight: Fight) -> None:
        self.name = fight.name
        self.told: list[Told] = []
        self._port = served.port
        self._tokens = tuple(map(served.token, fight.players))
        self._fight = fight
        self._said = 1
        self._line: Line | None = None

    async def fight(self, begin: float, end: float, every: float, took: list[float]) -> None:
        """Raise until a moment, as fast as it goes or once in so many seconds."""
        if self._line is None:
            self._line = await connected(self._port)
        planned = begin
        while (now := time.perf_counter()) < end:
            if every:
                planned += every
                await asyncio.sleep(planned - now)
            else:
                planned = now
            await self._raise(self._line)
            took.append(time.perf_counter() - planned)

    async def _raise(self, line: Line) -> None:
        fight, said = self._fight, self._said
        speaker, key = fight.speaker(said), f"{fight.name}-{said}"
        body = fight.raising(said)
        asked = requested("POST", fight.path, self._tokens[speaker], key=key, body=body)
        answer = await line.ask(asked)
        assert answer.status == DONE, answer.body
        actor = f"player/{fight.players[speaker]}"
        self.told.append(Told(actor, key, answer.body, time.perf_counter()))
        self._said += 1

    def close(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.close()


def cpu_of(pid: int) -> float:
    """Returns the seconds of CPU that a process and its children have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / TICKS + sum(map(cpu_of, map(int, children)))


class War:
    """A service under a load, which comes in turns."""

    def __init__(
        self, place: Place, ending: ExitStack, *, tables: int = CLIENTS, workers: int = 1
    ) -> None:
        fights = prepared(place, tables)
        self.served = Served(place, workers=workers, pause=86_400)
        ending.callback(self.served.close)
        self.served.start()
        self.runner = ending.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        self.warriors = [Warrior(self.served, fight) for fight in fights]
        ending.callback(self.close)

    def close(self) -> None:
        """End all connections of the clients."""
        self.runner.run(self._close())

    async def _close(self) -> None:
        for warrior in self.warriors:
            warrior.close()

    def run(self, seconds: float, pace: float = 0) -> Load:
        """Load the service for some seconds, with so many commands a second or all that it can."""
        return self.runner.run(self._run(seconds, len(self.warriors) / pace if pace else 0))

    async def _run(self, seconds: float, every: float) -> Load:
        took: list[float] = []
        server, client = cpu_of(self.served.pid), time.process_time()
        begun = time.perf_counter()
        # With a pace they begin one after another, evenly.
        begins = (begun - every * number / len(self.warriors) for number in count(1))
        fights = (
            one.fight(begin, begun + seconds, every, took)
            for one, begin in zip(self.warriors, begins, strict=False)
        )
        await asyncio.gather(*fights)
        lasted = time.perf_counter() - begun
        return Load(
            len(took) / lasted,
            sorted(took),
            (cpu_of(self.served.pid) - server) / len(took),
            (time.process_time() - client) / len(took),
        )
