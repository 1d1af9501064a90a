"""Somebody who follows a table through all that happens to the service."""

import asyncio
import json

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from api.roles import Role
from api.service.told import TOPICS
from domain.log.store import Log
from tests.support.service import Served

AGAIN_SECONDS = 0.1


class Watch:
    """Follows a table and takes up where it was cut off; remembers what it was told."""

    def __init__(self, served: Served, table: str) -> None:
        self.positions: list[int] = []
        self._first = 0
        self._url = f"ws://127.0.0.1:{served.port}/v1/tables/{table}/live"
        self._headers = {"Authorization": f"Bearer {served.token('watch', Role.AUDITOR)}"}

    @property
    def last(self) -> int:
        """The position up to which everything was told."""
        return self.positions[-1] if self.positions else self._first

    async def follow(self) -> None:
        """Follow from now on."""
        while True:
            try:
                await self._listen()
            except (OSError, WebSocketException):
                await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self) -> None:
        after = f"?after={self.last}" if self.last else ""
        async with connect(
            self._url + after, additional_headers=self._headers, proxy=None
        ) as socket:
            self._first = self._first or json.loads(await socket.recv())["position"]
            async for message in socket:
                told = json.loads(message)
                if "fact" in told:
                    self.positions.append(told["position"])

    async def until(self, position: int) -> None:
        """Wait until it was told so far."""
        while self.last < position:  # noqa: ASYNC110 -- what is waited for comes over a socket
            await asyncio.sleep(AGAIN_SECONDS)

    def missing(self, log: Log, streams: set[str]) -> list[int]:
        """Return positions that were not told though they should be, or told otherwise or twice."""
        happened = [
            one.position
            for one in log.after(self._first, 1 << 30, TOPICS)
            if one.stream in streams and one.position is not None and one.position <= self.last
        ]
        if happened == self.positions:
            return []
        return sorted(set(happened) ^ set(self.positions)) or self.positions
