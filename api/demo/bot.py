"""A bot: follows where it plays, and acts when the view of the round says that it is asked."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from random import Random
from secrets import token_bytes
from typing import Final, NamedTuple
from urllib.parse import quote

from api.cutting import Chain
from api.demo.client import Client, Json, RefusedError
from api.demo.live import Live
from api.demo.office import Office
from api.demo.plan import Manner
from api.demo.tally import ROUND_ENDED, Tally, Troubles
from domain.fairness.cut import VALUE_SIZE
from domain.house.clock.events import DeadlineSet, TimeGranted
from domain.kernel.decider import name_of
from domain.log.streams import CLOCKS

RETRY_SECONDS: Final = 1.0
QUIET_SECONDS: Final = 30.0
"""How long nothing may be heard before the bot looks at the table by itself."""
_TURN_OPENED: Final = frozenset({name_of(DeadlineSet), name_of(TimeGranted)})
_OVERTAKEN: Final = frozenset(
    {
        "turn_over",
        "round_over",
        "already_split",
        "stack_locked",
        "already_seated",
        "not_your_cut",
    }
)
"""Refusals that only say: it went on meanwhile."""


class Share(NamedTuple):
    """What the bots of a house have in common."""

    office: Office
    manner: Manner
    tally: Tally
    troubles: Troubles
    chance: Random


class Bot(ABC):
    """A player in some place: a table or a match, by its path. One bot of each place counts."""

    def __init__(self, url: str, client: Client, name: str, share: Share, *, counts: bool) -> None:
        self.name = name
        self.client = client
        self.share = share
        self.path = ""
        self._url = url
        self._counts = counts
        self._round: str | None = None
        self._let_pass: tuple[str, str] | None = None
        self._unsure = True
        self._news = asyncio.Event()
        self._chain: Chain | None = None

    # ---- what each kind of bot does in its own way

    @abstractmethod
    async def see_to_seat(self, place: Json) -> None:
        """Have a seat in the place that was looked at, and be fit to play."""

    @abstractmethod
    async def choose(self, view: Json) -> dict[str, object]:
        """Return an action, complete but for its turn."""

    def is_for_me(self, _: Json) -> bool:
        """Say whether a turn that was opened may be one's own: if not, nothing is looked at."""
        return True

    def haste(self) -> float:
        """Return what part of the usual time it thinks, and how much less often it is late."""
        return 1

    # ---- the same for all

    async def run(self) -> None:
        """Play for ever. What goes wrong is told and tried again; nothing of it gets out."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self.on_and_on(self.live().listen))
            both.create_task(self.on_and_on(self.play))

    def live(self) -> Live:
        """Return what happens in the place."""
        share = self.share
        return Live(
            self._url,
            self.path,
            self.client.badge,
            self.heed,
            drop=lambda: share.chance.random() < share.manner.dropped,
        )

    async def on_and_on(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something for ever, telling what goes wrong."""
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the others play on
                self.share.troubles.tell(self.name, error)
            await asyncio.sleep(RETRY_SECONDS)

    # ---- hearing

    def heed(self, message: Json) -> None:
        """Take notice of an event of the place."""
        if self._counts:
            self.share.tally.heed(message)
        kind = message["type"]
        mine = self.is_for_me(message)
        if kind in _TURN_OPENED:
            self._round = str(message["stream"]).removeprefix(CLOCKS)
            if not mine:
                return
        elif kind == "hello" or kind in ROUND_ENDED:
            self._unsure = True
        else:
            return
        self._news.set()

    # ---- playing

    async def play(self) -> None:
        """Look whenever there is news."""
        self._unsure = True
        while True:
            try:
                await self._look()
            except RefusedError as error:
                if error.code not in _OVERTAKEN:
                    self.share.troubles.tell(self.name, error)
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
            place = await self.client.see(self.path)
            self._round = place["running"]
            await self.see_to_seat(place)
        if self._round is not None:
            await self._act(self._round)

    async def _act(self, round_id: str) -> None:
        view = await self.client.see(f"/rounds/{quote(round_id)}")
        if not view["legal"] or self._let_pass == (round_id, view["turn"]):
            return
        if view["phase"] == "cutting":
            await self._cut(view)
            return
        chance, manner = self.share.chance, self.share.manner
        part = self.haste()
        if chance.random() < part * manner.late:
            self._let_pass = round_id, view["turn"]
            return
        await asyncio.sleep(chance.uniform(0.5, 1.5) * part * manner.think_ms / 1000)
        action = {**await self.choose(view), "turn": view["turn"]}
        await self.client.ask(f"/rounds/{quote(round_id)}/actions", action)

    # ---- cutting: nothing that a player thinks about, its client does it at once (H6.3)

    async def see_to_anchor(self, present: str | None) -> None:
        """Have an anchor in the place that the own next cut can be made for."""
        if self._chain is None or self._chain.value_of(present) is None:
            self._chain = Chain(token_bytes(VALUE_SIZE))
            await self.client.ask(f"{self.path}/anchor", {"anchor": self._chain.end})

    async def _cut(self, view: Json) -> None:
        seats = view["decks"][-1]["seats"]
        anchor = next(one["anchor"] for one in seats if one["player"] == self.name)
        value = None if self._chain is None else self._chain.value_of(anchor)
        if value is not None:  # else the clock goes on without it (H6.4)
            cut = {"turn": view["turn"], "value": value}
            await self.client.ask(f"/rounds/{quote(view['round'])}/cut", cut)
