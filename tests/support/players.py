"""Players at several tables of a real service, who go on whatever happens to it.

They play by what the service tells them is legal, keep every receipt, and send a command again,
under the same key, as often as it takes to get an answer. What the service may not do is noted.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from api.roles import Role
from tests.support.lines import Answer, Line, LostError, connected, requested
from tests.support.service import Served

AGAIN_SECONDS = 0.05
LOOK_SECONDS = 0.02
ANSWER_SECONDS = 120.0
DONE, BAD, NOT_NOW = 200, 500, 503
SELDOM = 0.3
LAZY = 0.01
"""How often a seat lets the clock answer for it."""

Asked = tuple[str, str]
"""An actor and a key."""
Going = Callable[[], bool]


class Kept(NamedTuple):
    """What a receipt says."""

    stream: str
    version: int
    hash: str


class Journal:
    """What clients were told: receipts, refusals, and what a service may never answer."""

    def __init__(self) -> None:
        self.receipts: dict[Asked, Kept] = {}
        self.unanswered: set[Asked] = set()
        """Sent, and the connection was lost before the answer."""
        self.repeated: set[Asked] = set()
        """Accepted when they were sent before, and told so when they were sent again."""
        self.answers: Counter[tuple[int, str]] = Counter()
        self.faults: list[str] = []

    def keep(self, asked: Asked, answer: Answer) -> None:
        """Keep a receipt; another one for the same key is a fault."""
        told = answer.json()
        kept = Kept(told["stream"], told["version"], told["hash"])
        if self.receipts.setdefault(asked, kept) != kept:
            self.faults.append(f"{asked} has two receipts")
        if told["repeated"]:
            self.repeated.add(asked)

    def note(self, answer: Answer) -> None:
        """Count a problem; one that is none of the documented form is a fault."""
        problem = answer.json()
        code = str(problem.get("code"))
        self.answers[answer.status, code] += 1
        formed = answer.header("content-type") == "application/problem+json"
        later = answer.status != NOT_NOW or answer.header("retry-after") is not None
        if not (formed and later and code.isidentifier()) or answer.status == BAD:
            self.faults.append(f"{answer.status} {code} {answer.head!r}")


class Client:
    """Somebody who asks over one connection, and makes it anew when it is lost."""

    def __init__(
        self,
        served: Served,
        journal: Journal,
        name: str,
        role: Role = Role.PLAYER,
        keys: str | None = None,
    ) -> None:
        self.name = name
        self.journal = journal
        self._actor = f"{role}/{name}"
        self._token = served.token(name, role)
        self._port = served.port
        self._line: Line | None = None
        self._keys = keys or name
        """What the keys begin with, for several clients of one name."""
        self._asked = 0

    async def ask(self, path: str, body: object = None, key: str | None = None) -> Answer:
        """Ask a command until it is answered."""
        self._asked += 1
        asked = self._actor, key or f"{self._keys}-{self._asked}"
        request = requested("POST", path, self._token, key=asked[1], body=body)
        answer = await self._answered(request, asked)
        if answer.status == DONE:
            self.journal.keep(asked, answer)
        return answer

    async def done(self, path: str, body: object = None) -> Any:  # noqa: ANN401 -- a receipt
        """Ask a command that must be accepted."""
        answer = await self.ask(path, body)
        assert answer.status == DONE, answer.body
        return answer.json()

    async def see(self, path: str) -> Any:  # noqa: ANN401 -- whatever it shows
        """Look at something that must be there."""
        answer = await self._answered(requested("GET", path, self._token))
        assert answer.status == DONE, answer.body
        return answer.json()

    async def _answered(self, request: bytes, asked: Asked | None = None) -> Answer:
        while True:
            try:
                line = self._line = self._line or await connected(self._port)
            except LostError:  # nothing was sent
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            try:
                answer = await asyncio.wait_for(line.ask(request), ANSWER_SECONDS)
            except LostError:
                self._line = None
                if asked is not None:
                    self.journal.unanswered.add(asked)
                continue
            if answer.status != DONE:
                self.journal.note(answer)
            if answer.status not in {NOT_NOW, BAD}:
                return answer
            await asyncio.sleep(AGAIN_SECONDS)

    def close(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.close()


class Table:
    """A table whose seats act as soon as the round waits for them, at the same time if it does."""

    def __init__(self, name: str, players: list[Client], chance: Random) -> None:
        self.name = name
        self.players = players
        self._chance = chance
        self._left: set[tuple[str, str, str]] = set()
        self.rounds: set[str] = set()

    async def seat(self, office: Client, **settings: object) -> None:
        """Open the table, and seat the players with ten entries each."""
        await office.done("/tables", {"table": self.name, "settings": settings})
        entry = (await office.see(f"/tables/{self.name}"))["settings"]["entry"]
        for number, player in enumerate(self.players, start=1):
            await office.done("/players", {"player": player.name, "test": True})
            paid = {"points": 1000 * entry, "reason": "test", "reference": player.name}
            await office.done(f"/players/{player.name}/deposits", paid)
            sitting = {"seat": f"p{number}", "points": 10 * entry}
            await player.done(f"/tables/{self.name}/sit", sitting)

    async def play(self, going: Going) -> None:
        """Play until told to stop and no round runs."""
        running: str | None = None
        while True:
            if running is None:
                # Told before the look: a round may have begun after a look that came first.
                closed = not going()
                running = await self._look()
                if closed and running is None:
                    return
                continue
            self.rounds.add(running)
            view = await self.players[0].see(f"/rounds/{running}")
            if view["status"] != "open":
                running = await self._look()
            elif not await self._act(running, view):
                await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> str | None:
        """Return the round that runs; without one, who has too little adds points."""
        seen = await self.players[0].see(f"/tables/{self.name}")
        running: str | None = seen["running"]
        if running is None:
            await asyncio.sleep(LOOK_SECONDS)
            seats = {one["player"]: one for one in seen["seats"]}
            for player in self.players:
                seat = seats[player.name]
                if not seat["plays"] and not seat["disabled"]:
                    points = {"points": seen["settings"]["entry"]}
                    await player.ask(f"/tables/{self.name}/top-up", points)
        return running

    async def _act(self, round_id: str, view: dict[str, Any]) -> bool:
        """Let all seats act that are asked; return whether there were any."""
        by_name = {player.name: player for player in self.players}
        acting = [
            self._say(by_name[seat["player"]], round_id)
            for seat in view["seats"]
            if seat["asked"] and not self._lazy(round_id, view["turn"], seat["seat"])
        ]
        await asyncio.gather(*acting)
        return bool(acting)

    def _lazy(self, round_id: str, turn: str, seat: str) -> bool:
        left = round_id, turn, seat
        if left not in self._left and self._chance.random() < LAZY:
            self._left.add(left)
        return left in self._left

    async def _say(self, player: Client, round_id: str) -> None:
        may = await player.see(f"/rounds/{round_id}/legal")
        if may["legal"]:
            said = chosen(may["legal"], self._chance)
            await player.ask(f"/rounds/{round_id}/actions", {"turn": may["turn"], **said})


def chosen(legal: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Return one of the legal actions, seldom one that ends what could go on."""
    words = {one["verb"]: one for one in legal}
    rare = {"fold", "allin", "raise"}
    usual = [verb for verb in words if verb not in rare] or list(words)
    verb = chance.choice(list(words) if chance.random() < SELDOM else usual)
    word = words[verb]
    match verb:
        case "bet":
            return {"verb": verb, "points": word["least"]}
        case "raise":
            return {"verb": verb, "to": word["least"]}
        case "split":
            front, back = chance.choice(word["splits"])
            return {"verb": verb, "front": front, "back": back}
        case _:
            return {"verb": verb}


async def close_all(tables: Iterable[Table], office: Client) -> None:
    """Let no round begin any more: who is disabled sits out from the next one on (H1.2)."""
    for table in tables:
        for player in table.players:
            await office.done(f"/players/{player.name}/disable", {"reason": "closing time"})
