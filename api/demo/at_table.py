"""A bot at a table of 四支刀: it sits down, has an entry before it, and says words by chance."""

from typing import Final, NamedTuple
from urllib.parse import quote

from api.demo.bot import Bot, Share
from api.demo.choosing import choose
from api.demo.client import Client, Json
from domain.kernel.seats import seats_of

_FIRST: Final = seats_of(1)[0]


class Place(NamedTuple):
    """Where a bot sits: its table, and the seat that it takes there if that is free."""

    table: str
    seat: str


class TableBot(Bot):
    """A player at a table, who takes a certain seat there if that is free."""

    def __init__(self, url: str, client: Client, name: str, share: Share, place: Place) -> None:
        super().__init__(url, client, name, share, counts=place.seat == _FIRST)
        self.path = f"/tables/{quote(place.table)}"
        self._seat = place.seat

    async def choose(self, view: Json) -> dict[str, object]:
        """Return an action, complete but for its turn."""
        return choose(view["legal"], self.share.chance)

    async def see_to_seat(self, place: Json) -> None:
        """Sit down, top up to an entry, or take a rich stack home and begin again with an entry."""
        entry = int(place["settings"]["entry"])
        mine = next((one for one in place["seats"] if one["player"] == self.name), None)
        if mine is None:
            await self._sit(place, entry)
            return
        await self.see_to_anchor(mine["anchor"])
        if place["running"] is not None and mine["plays"]:
            return  # dealt in, so that the stack is locked (H3.3)
        if mine["stack"] < entry:
            missing = entry - int(mine["stack"])
            await self._have(missing)
            await self.client.ask(f"{self.path}/top-up", {"points": missing})
        elif mine["stack"] > self.share.manner.rich * entry:
            await self.client.ask(f"{self.path}/leave")
            await self.client.ask(f"{self.path}/sit", {"seat": mine["seat"], "points": entry})

    async def _sit(self, table: Json, entry: int) -> None:
        taken = {one["seat"] for one in table["seats"]}
        seats = seats_of(int(table["settings"]["max_players"]))
        free = next((seat for seat in (self._seat, *seats) if seat not in taken), None)
        if free is not None:  # else everything is taken, and it looks again later
            await self._have(entry)
            await self.client.ask(f"{self.path}/sit", {"seat": free, "points": entry})
            await self.see_to_anchor(None)

    async def _have(self, points: int) -> None:
        """Have so many points in the wallet; the operator pays what is missing."""
        wallet = (await self.client.see("/me"))["wallet"]
        missing = points - int(wallet["balance"])
        if missing > 0:
            await self.share.office.pay(self.name, missing)
