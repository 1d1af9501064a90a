"""A bot in a match of 比牌升級: it takes its seat, plays to the end, and then in the next match."""

import asyncio
from typing import Final
from urllib.parse import quote

from api.demo.bot import Bot, Share
from api.demo.choosing_in_match import choose
from api.demo.client import Client, Json
from domain.house.match.events import MatchAbandoned, MatchWon
from domain.kernel.decider import name_of
from domain.kernel.seats import Seat
from domain.shengji.events import CardsFollowed, CardsLed, TrickWon
from domain.shengji.sides import NEXT, SEATS

_PLAYED: Final = frozenset({name_of(CardsLed), name_of(CardsFollowed)})
_WON: Final = name_of(TrickWon)
_OVER: Final = frozenset({name_of(MatchWon), name_of(MatchAbandoned)})
_HASTE: Final = 1 / 9
"""A round has some 130 plays, so its bots think faster and are late less often."""


class MatchBot(Bot):
    """A player in one match after the other, always at the same seat."""

    def __init__(self, url: str, client: Client, name: str, share: Share, seat: Seat) -> None:
        super().__init__(url, client, name, share, counts=seat == SEATS[0])
        self._seat = seat
        self._next: str | None = None
        self._over = asyncio.Event()

    async def run(self) -> None:
        """Play for ever, match after match."""
        await self.on_and_on(self._play_one)

    async def _play_one(self) -> None:
        """Play in the match that is not over yet, until it is."""
        self._over.clear()
        self._next = None
        self.path = f"/matches/{quote(await self.share.office.match())}"
        async with asyncio.TaskGroup() as both:
            listening = both.create_task(self.on_and_on(self.live().listen))
            playing = both.create_task(self.on_and_on(self.play))
            await self._over.wait()
            listening.cancel()
            playing.cancel()

    def is_for_me(self, message: Json) -> bool:
        """Say whether a turn may be one's own: in a trick the last play tells whose it is."""
        kind = message["type"]
        if kind in _OVER:
            self._over.set()
        elif kind in _PLAYED:
            self._next = NEXT[message["fact"]["seat"]]
        elif kind == _WON:
            self._next = message["fact"]["seat"]
        elif str(message.get("stream", "")).startswith("round/"):
            self._next = None
        return self._next in {None, self._seat}

    def haste(self) -> float:
        """Return what part of the usual time it thinks, and how much less often it is late."""
        return _HASTE

    async def see_to_seat(self, place: Json) -> None:
        """Take the seat, be ready, and come back if the seat was left to the clock."""
        if place["winner"] is not None or place["abandoned"] is not None:
            self._over.set()
            return
        mine = next((one for one in place["seats"] if one["player"] == self.name), None)
        if mine is None:
            await self.client.ask(f"{self.path}/join", {"seat": self._seat})
            await self.see_to_anchor(None)
            await self.client.ask(f"{self.path}/ready")
            return
        await self.see_to_anchor(mine["anchor"])
        if mine["away"]:
            await self.client.ask(f"{self.path}/come-back")
        elif not mine["ready"]:
            await self.client.ask(f"{self.path}/ready")

    async def choose(self, view: Json) -> dict[str, object]:
        """Return an action, complete but for its turn; before a lead it looks at all tricks."""
        told: list[Json] = []
        if view["phase"] == "play" and view["trick"] is None:
            seen = await self.client.see(f"/rounds/{quote(view['round'])}/tricks")
            told = [trick for trick in seen["tricks"] if trick["won"] is not None]
        return choose(view, told, self.share.chance)
