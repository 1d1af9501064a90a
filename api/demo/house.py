"""The demonstration as a whole: the service, and its clients in the same event loop."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from random import Random
from typing import Final

import httpx
import uvicorn

from api.demo.at_table import Place, TableBot
from api.demo.bot import RETRY_SECONDS, Bot, Share
from api.demo.client import Badge, Client, connections
from api.demo.in_match import MatchBot
from api.demo.office import NAME, Office
from api.demo.plan import MATCH, PLANS, Manner
from api.demo.story import ended, opened
from api.demo.tally import Tally, Troubles
from api.roles import Role
from api.sample.house import Sample
from api.service.serve import FAILED, config_of, listen, prepare, require_house
from api.serving import Serving
from api.settings import tokens_for
from api.views import migrate_all
from domain.kernel.seats import seats_of
from domain.log.store import open_log
from domain.shengji.sides import SEATS
from replay.settings import development_keys

EXAMPLE: Final = "example"
"""The id of the worked example's round. It is played by commands that happen once in any log."""
MAKING: Final = "making a house with an example of either game; this takes a few seconds, once"
REPORT_SECONDS: Final = 60
LOOK_SECONDS: Final = 1
DONE: Final = 0


def demonstrate(serving: Serving, manner: Manner) -> int:
    """`paipu demo`: serve a house and play in it until told to stop; return the exit code.

    Raises what opening the house raises.
    """
    with suppress(KeyboardInterrupt), listen(serving) as listening:
        _make_house(serving)
        server = _Server(config_of(serving))
        show = _Show(serving, manner, server)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(show.run(listening))
        return DONE if server.started else FAILED
    return DONE


def _make_house(serving: Serving) -> None:
    """Make what is not there yet: log, views, keys, secrets, an example of either game."""
    url = serving.log
    migrate_all(url)
    prepare(serving)
    with open_log(url, now=lambda: datetime.now(UTC), keys=development_keys(url)) as log:
        sample = Sample(log, lambda: EXAMPLE, Random())
        sample.play_example()
        if not sample.has_example_match():
            print(MAKING, flush=True)
            sample.play_example_match()
    require_house(url)


class _Server(uvicorn.Server):
    """A server that says when it is ready, and leaves signals to the demonstration."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Show:
    """The service and its bots, from the start to the end."""

    def __init__(self, serving: Serving, manner: Manner, server: _Server) -> None:
        self._serving = serving
        self._server = server
        self._tokens = tokens_for(serving.log)
        self._tally = Tally()
        self._troubles = Troubles()
        self._manner = manner
        self._chance = Random()
        self._stop = asyncio.Event()
        self._told = self._first = False
        self._unheard: OSError | None = None

    async def run(self, listening: socket.socket) -> None:
        """Serve and play until told to stop: the clients go first, then the service.

        Raises the `OSError` of an output that takes nothing any more.
        """
        loop = asyncio.get_running_loop()
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(one, self._told_to_stop)
        serving = loop.create_task(self._server.serve([listening]))
        others = [loop.create_task(self._play_on()), loop.create_task(self._stop.wait())]
        await asyncio.wait({serving, *others}, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._server.should_exit = True
        await serving
        if self._unheard is not None:
            raise self._unheard

    def _told_to_stop(self) -> None:
        """Stop; told again, without waiting for what is in hand."""
        self._server.force_exit = self._stop.is_set()
        self._stop.set()
        self._say("\nstopping")

    def _say(self, text: str) -> None:
        """Tell something; when nobody takes it any more, stop."""
        try:
            print(text, flush=True)
        except OSError as error:
            self._unheard = error
            self._stop.set()

    async def _play_on(self) -> None:
        await self._server.ready.wait()
        while True:
            try:
                await self._play()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the house stays open
                self._troubles.tell("the demonstration", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _play(self) -> None:
        async with connections(self._serving.url) as shared:
            office = Office(self._client(shared, NAME, Role.OPERATOR))
            await office.prepare()
            if not self._told:
                last = await office.last_round()
                self._say(opened(self._serving, self._tokens, EXAMPLE, last))
                self._told, self._first = True, last is not None
            share = Share(office, self._manner, self._tally, self._troubles, self._chance)
            # A group is left when all have ended: nobody asks over connections that are closed.
            async with asyncio.TaskGroup() as group:
                for bot in self._bots(shared, share):
                    group.create_task(bot.run())
                group.create_task(self._report())
                group.create_task(self._tell_of_first(office))

    def _bots(self, shared: httpx.AsyncClient, share: Share) -> Iterator[Bot]:
        for plan in PLANS:
            for name, seat in zip(plan.bots, seats_of(len(plan.bots)), strict=True):
                client = self._client(shared, name)
                place = Place(plan.table, seat)
                yield TableBot(self._serving.url, client, name, share, place)
        for name, seat in zip(MATCH.bots, SEATS, strict=True):
            yield MatchBot(self._serving.url, self._client(shared, name), name, share, seat)

    def _client(self, shared: httpx.AsyncClient, name: str, role: Role = Role.PLAYER) -> Client:
        return Client(shared, Badge(self._tokens, name, role))

    async def _tell_of_first(self, office: Office) -> None:
        """In a house that is new there is no round to propose until the first is over."""
        while not self._first:
            await asyncio.sleep(LOOK_SECONDS)
            last = await office.last_round()
            if last is not None:
                self._say(ended(self._serving.log, last))
                self._first = True

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            self._say(f"{datetime.now(UTC):%H:%M} UTC  {self._tally}")
