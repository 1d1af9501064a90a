"""A bot: sits at a table, follows it, and acts when the view of the round says it is asked."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, NamedTuple
from urllib.parse import quote

from api.demo.choosing import choose
from api.demo.client import Client, Json, RefusedError
from api.demo.live import Live
from api.demo.office import Office
from api.demo.plan import Manner
from api.demo.tally import ROUND_ENDED, Tally, Troubles
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.kernel.decider import name_of
from domain.kernel.seats import seats_of
from domain.log.streams import CLOCKS

RETRY_SECONDS: Final = 1.0
QUIET_SECONDS: Final = 30.0
"""How long nothing may be heard before the bot looks at the table by itself."""
_TURN_OPENED: Final = frozenset({name_of(DeadlineSet), name_of(TimeGranted)})
_OVERTAKEN: Final = frozenset(
    {"turn_over", "round_over", "already_split", "stack_locked", "already_seated"}
)
"""Refusals that only say: it went on meanwhile."""


class Place(NamedTuple):
    """Where a bot sits: its table, the seat that it takes there if that is free.

    One bot at each table counts what happens there.
    """

    table: str
    seat: str
    counts: bool


class Share(NamedTuple):
    """What the bots of a house have in common."""

    office: Office
    manner: Manner
    tally: Tally
    troubles: Troubles
    chance: Random


class Bot:
    """A player at a table."""

    def __init__(self, url: str, client: Client, name: str, place: Place, share: Share) -> None:
        self.name = name
        self._client = client
        self._seat = place.seat
        self._path = f"/tables/{quote(place.table)}"
        self._share = share
        self._live = Live(
            url,
            place.table,
            client.badge,
            self._heed,
            drop=lambda: share.chance.random() < share.manner.dropped,
        )
        self._counts = place.counts
        self._round: str | None = None
        self._let_pass: tuple[str, str] | None = None
        self._unsure = True
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Play for ever. What goes wrong is told and tried again; nothing of it gets out."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._on_and_on(self._live.listen))
            both.create_task(self._on_and_on(self._play))

    async def _on_and_on(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the others play on
                self._share.troubles.tell(self.name, error)
            await asyncio.sleep(RETRY_SECONDS)

    # ---- hearing

    def _heed(self, message: Json) -> None:
        """Take notice of an event of the table."""
        if self._counts:
            self._share.tally.heed(message)
        kind = message["type"]
        if kind in _TURN_OPENED:
            self._round = str(message["stream"]).removeprefix(CLOCKS)
        elif kind in {"hello", ROUND_ENDED}:
            self._unsure = True
        else:
            return
        self._news.set()

    # ---- playing

    async def _play(self) -> None:
        self._unsure = True
        while True:
            try:
                await self._look()
            except RefusedError as error:
                if error.code not in _OVERTAKEN:
                    self._share.troubles.tell(self.name, error)
            try:
                async with asyncio.timeout(QUIET_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                self._unsure = True
            self._news.clear()

    async def _look(self) -> None:
        """See to the own seat, if that is due, and act if the round waits for it."""
        if self._unsure:
            self._unsure = False
            table = await self._client.see(self._path)
            self._round = table["running"]
            await self._see_to_seat(table)
        if self._round is not None:
            await self._act(self._round)

    async def _act(self, round_id: str) -> None:
        view = await self._client.see(f"/rounds/{quote(round_id)}")
        if not view["legal"] or self._let_pass == (round_id, view["turn"]):
            return
        chance, manner = self._share.chance, self._share.manner
        if chance.random() < manner.late:
            self._let_pass = round_id, view["turn"]
            return
        await asyncio.sleep(chance.uniform(0.5, 1.5) * manner.think_ms / 1000)
        action = {**choose(view["legal"], chance), "turn": view["turn"]}
        await self._client.ask(f"/rounds/{quote(round_id)}/actions", action)

    # ---- the own seat

    async def _see_to_seat(self, table: Json) -> None:
        """Sit down, top up to an entry, or take a rich stack home and begin again with an entry."""
        entry = int(table["settings"]["entry"])
        mine = next((one for one in table["seats"] if one["player"] == self.name), None)
        if mine is None:
            await self._sit(table, entry)
        elif table["running"] is not None and mine["plays"]:
            return  # dealt in, so that the stack is locked (H3.3)
        elif mine["stack"] < entry:
            missing = entry - int(mine["stack"])
            await self._have(missing)
            await self._client.ask(f"{self._path}/top-up", {"points": missing})
        elif mine["stack"] > self._share.manner.rich * entry:
            await self._client.ask(f"{self._path}/leave")
            await self._client.ask(f"{self._path}/sit", {"seat": mine["seat"], "points": entry})

    async def _sit(self, table: Json, entry: int) -> None:
        taken = {one["seat"] for one in table["seats"]}
        seats = seats_of(int(table["settings"]["max_players"]))
        free = next((seat for seat in (self._seat, *seats) if seat not in taken), None)
        if free is not None:  # else everything is taken, and it looks again later
            await self._have(entry)
            await self._client.ask(f"{self._path}/sit", {"seat": free, "points": entry})

    async def _have(self, points: int) -> None:
        """Have so many points in the wallet; the operator pays what is missing."""
        wallet = (await self._client.see("/me"))["wallet"]
        missing = points - int(wallet["balance"])
        if missing > 0:
            await self._share.office.pay(self.name, missing)
