"""The operator of the demonstration: opens tables and matches, creates and pays players."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote
from uuid import uuid4

from api.demo.client import Client, Json, RefusedError
from api.demo.plan import MATCH, PLANS

NAME: Final = "demo"
_THERE: Final = frozenset({"table_exists", "match_exists", "player_exists", "command_reused"})
"""Refusals that mean: somebody has done this before."""


class Office:
    """The operator, over the service."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def prepare(self) -> None:
        """Open the tables and create the players that are not there yet."""
        for plan in PLANS:
            opened = {"table": plan.table, "settings": plan.settings}
            await self._once("/tables", opened, f"open-{plan.table}")
            for bot in plan.bots:
                await self._create(bot)
        for bot in MATCH.bots:
            await self._create(bot)

    async def _create(self, bot: str) -> None:
        await self._once("/players", {"player": bot, "test": True}, f"create-{bot}")

    async def match(self) -> str:
        """Return the match of this house that is not over, and open one if all are."""
        number = 1
        while True:
            name = MATCH.match if number == 1 else f"{MATCH.match}-{number}"
            opened = {"match": name, "settings": MATCH.settings}
            await self._once("/matches", opened, f"open-{name}")
            found = await self._client.see(f"/matches/{quote(name)}")
            if found["winner"] is None and found["abandoned"] is None:
                return name
            number += 1

    async def _once(self, path: str, body: Mapping[str, object], key: str) -> None:
        try:
            await self._client.ask(path, body, key)
        except RefusedError as error:
            if error.code not in _THERE:
                raise

    async def pay(self, player: str, points: int) -> None:
        """Bring points into a player's wallet, under a reference that nobody has used (H2.2)."""
        body = {
            "points": points,
            "reason": "points for a bot",
            "reference": f"demo {player} {uuid4().hex}",
        }
        await self._client.ask(f"/players/{quote(player)}/deposits", body)

    async def last_round(self) -> str | None:
        """Return the round of these tables that was settled last, if there is one."""
        found: list[Json] = []
        for plan in PLANS:
            lines = await self._client.see(f"/tables/{quote(plan.table)}/rounds?limit=10")
            found += [line for line in lines["rounds"] if line["status"] == "complete"]
        newest = max(found, key=lambda line: str(line["ended_at"]), default=None)
        return None if newest is None else str(newest["round"])
