"""Tables for tests of what is asked at the same moment, each with players of its own."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from api.roles import Role
from domain.flow.address import game
from domain.log.envelope import Recorded
from tests.support.lines import Answer
from tests.support.players import DONE, Client, Journal
from tests.support.service import PATIENCE, Served
from tests.support.storm import reading

LONG = {"act_seconds": 600, "split_seconds": 600, "buy_in_seconds": 600}
SHORT = {"act_seconds": 1, "split_seconds": 1, "buy_in_seconds": 1, "allow_check": True}
Settings = Mapping[str, object]


class Evening:
    """A table of its own for a test, its players, and what they see."""

    def __init__(self, house: Served, table: str, count: int, settings: Settings) -> None:
        self.table = table
        self.journal = Journal()
        self.round = ""
        self._house = house
        self._settings = {"ante": 10, "cap": 100, "min_players": 2, **settings}
        self._clients: list[Client] = []
        self.office = self.client("office", Role.OPERATOR)
        self.players = [self.client(f"{table}-{number}") for number in range(1, count + 1)]

    def client(self, name: str, role: Role = Role.PLAYER) -> Client:
        """Return somebody with a connection of their own."""
        client = Client(self._house, self.journal, name, role, f"{self.table}-{len(self._clients)}")
        self._clients.append(client)
        return client

    async def begin(self) -> None:
        """Seat the players, and wait for the first turn of a round."""
        await self.seat()
        self.round = (await self.office.done(f"/tables/{self.table}/rounds"))["round"]
        await self.until(lambda view: view["phase"] == "betting")

    async def seat(self) -> None:
        opened = {"table": self.table, "settings": self._settings}
        await self.office.done("/tables", opened)
        for number, player in enumerate(self.players, start=1):
            await self.office.done("/players", {"player": player.name})
            paid = {"points": 1000, "reason": "test", "reference": player.name}
            await self.office.done(f"/players/{player.name}/deposits", paid)
            sitting = {"seat": f"p{number}", "points": 1000}
            await player.done(f"/tables/{self.table}/sit", sitting)

    async def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = await self.office.see(f"/rounds/{self.round}")
        return seen

    async def until(self, seen: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the round looks so."""
        async with asyncio.timeout(PATIENCE):
            while not seen(view := await self.view()):  # noqa: ASYNC110 -- only the service knows
                await asyncio.sleep(0.02)
        return view

    async def act(
        self, player: Client, turn: str, verb: str, *, key: str | None = None, **rest: object
    ) -> Answer:
        body = {"turn": turn, "verb": verb, **rest}
        return await player.ask(f"/rounds/{self.round}/actions", body, key)

    def asked(self, view: dict[str, Any]) -> list[Client]:
        """Return the players whom the round waits for."""
        names = {seat["player"] for seat in view["seats"] if seat["asked"]}
        return [player for player in self.players if player.name in names]

    async def called(self, points: int) -> dict[str, Any]:
        """Let the first bet and all others call; return what is seen then."""
        view = await self.view()
        while view["phase"] == "betting":
            (player,) = self.asked(view)
            first = not any(view["pots"]["in_front"].values())
            if first:
                answer = await self.act(player, view["turn"], "bet", points=points)
            else:
                answer = await self.act(player, view["turn"], "call")
            assert answer.status == DONE, answer.body
            view = await self.view()
        return view

    def facts(self, house: Served) -> list[Recorded]:
        """Return what is recorded of the round."""
        with reading(house.place) as log:
            return list(log.read(game(self.round).stream))

    def close(self) -> None:
        for client in self._clients:
            client.close()


def evening(
    house: Served,
    table: str,
    count: int,
    play: Callable[[Evening], Awaitable[None]],
    settings: Settings = LONG,
) -> Evening:
    """Play at a table of its own, in an event loop of its own."""

    async def played() -> Evening:
        found = Evening(house, table, count, settings)
        try:
            await play(found)
        finally:
            found.close()
        return found

    found = asyncio.run(played())
    assert found.journal.faults == []
    return found


def statuses(answers: list[Answer]) -> Counter[tuple[int, str]]:
    """Count answers by status and code."""
    return Counter(
        (one.status, "" if one.status == DONE else one.json()["code"]) for one in answers
    )
