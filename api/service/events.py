"""Server-sent events: what happens at a table, in a match or in a round, masked, for a browser."""

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from fastapi import Header, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.service.asked import OfMatch, OfRound, OfTable
from api.service.auth import Anybody
from api.service.room import Room
from api.service.subscription import FAULT, REASONS
from api.service.telling import Let, Messages, carry, let_in
from domain.flow.address import Address, game, match, table

MEDIA_TYPE: Final = "text/event-stream"
RETRY_MS: Final = 2_000
"""How long a browser waits before it resumes."""
END_SECONDS: Final = 5
"""How long a client may take to take the word that it is cut off."""
HEADERS: Final = {
    "X-Accel-Buffering": "no",  # a proxy in front is not to keep anything back
}

After = Annotated[
    int | None, Query(ge=0, le=1 << 62, description="tell what comes after this position")
]
LastId = Annotated[
    int | None,
    Header(
        alias="Last-Event-ID",
        ge=0,
        le=1 << 62,
        description="likewise, as a browser says it when it resumes; it goes before `after`",
    ),
]


async def of_table(
    request: Request, _: Anybody, table_id: OfTable, after: After = None, last: LastId = None
) -> Response:
    """Tell the events of a table and of its rounds as server-sent events, as its socket does."""
    return await _stream(request, table(table_id), after if last is None else last)


async def of_match(
    request: Request, _: Anybody, match_id: OfMatch, after: After = None, last: LastId = None
) -> Response:
    """Tell the events of a match and of its rounds as server-sent events, as its socket does."""
    return await _stream(request, match(match_id), after if last is None else last)


async def of_round(
    request: Request, _: Anybody, round_id: OfRound, after: After = None, last: LastId = None
) -> Response:
    """Tell the events of a round as server-sent events, as its socket does."""
    return await _stream(request, game(round_id), after if last is None else last)


async def _stream(request: Request, subject: Address, after: int | None) -> Response:
    return Events(request.app.state.room, await let_in(request, subject, after))


class Events(Response):
    """A response that goes on until something ends it."""

    def __init__(self, room: Room, let: Let) -> None:
        super().__init__(headers=HEADERS, media_type=MEDIA_TYPE)
        del self.headers["content-length"]
        self._room = room
        self._let = let

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell it; at the end say why it ends."""
        del scope
        stream = _Stream(receive, send)
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        try:
            await send(start)
            await stream.write(f"retry: {RETRY_MS}\n\n")
            code = await carry(self._room, self._let, stream)
        except Exception:
            await stream.end(FAULT)
            raise
        finally:
            self._let.leave(self._room)
        if code is not None:
            await stream.end(code)


class _Stream:
    """A response as a line: an event's id is its position, so that a browser resumes by itself."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def write(self, text: str, *, more: bool = True) -> None:
        """Send a piece."""
        body = {"type": "http.response.body", "body": text.encode(), "more_body": more}
        await self._send(body)

    async def tell(self, messages: Messages) -> None:
        """See `Line.tell`."""
        await self.write("".join(f"id: {at}\ndata: {text}\n\n" for at, text in messages))

    async def beat(self, position: int) -> None:
        """See `Line.beat`. It is no event, but the id counts (WHATWG HTML, 9.2.6)."""
        await self.write(f": heartbeat\nid: {position}\n\n")

    async def gone(self) -> None:
        """See `Line.gone`."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def end(self, code: int) -> None:
        """Say why it ends, and end it; a client that does not even take this is left to itself."""
        told = msgspec.json.encode({"code": code, "reason": REASONS[code]}).decode()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self.write(f"event: end\ndata: {told}\n\n", more=False)
