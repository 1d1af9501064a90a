"""Sockets that tell what happens at a table, in a match or in a round, masked."""

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from fastapi import Path, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from api.service.body import require_known
from api.service.problems import ProblemError
from api.service.rates import Bound, Rate
from api.service.subscription import FAULT, REASONS
from api.service.telling import Messages, carry, let_in
from domain.flow.address import Address, Kind

HEARD: Final = Rate(20, 10)
"""Messages of a client that are taken in as they come."""
CLOSE_SECONDS: Final = 5
"""How long a client may take to take the word that it is cut off."""

IN_QUERY: Final = frozenset({"after"})
After = Annotated[int | None, Query(ge=0, le=1 << 62)]
AtTable = Annotated[str, Path(alias="table")]
InMatch = Annotated[str, Path(alias="match")]
OfRound = Annotated[str, Path(alias="round")]
_encode: Final = msgspec.json.Encoder().encode


async def follow(socket: WebSocket, table_id: AtTable, after: After = None) -> None:
    """Tell the events of a table and of its rounds and their clocks, each once and in order.

    The first message says from which position on; `after` is that of the last event that the
    client has seen, or of the view that it looked at. Who reads too slowly is cut off with code
    1013 and may resume.
    """
    await _follow(socket, Address(Kind.TABLE, table_id), after)


async def follow_match(socket: WebSocket, match_id: InMatch, after: After = None) -> None:
    """Tell the events of a match and of its rounds and their clocks, in the same way."""
    await _follow(socket, Address(Kind.MATCH, match_id), after)


async def follow_round(socket: WebSocket, round_id: OfRound, after: After = None) -> None:
    """Tell the events of a round, of its decks and its clock only, in the same way."""
    await _follow(socket, Address(Kind.ROUND, round_id), after)


class _Socket:
    """A socket as a line."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def tell(self, messages: Messages) -> None:
        """See `Line.tell`."""
        for _, text in messages:
            await self._socket.send_text(text)

    async def beat(self, position: int) -> None:
        """See `Line.beat`."""
        await self._socket.send_text(_encode({"type": "heartbeat", "position": position}).decode())

    async def gone(self) -> None:
        """See `Line.gone`. What a client says is nothing to us, and is taken in slowly."""
        heard = Bound(HEARD)
        while (await self._socket.receive())["type"] != "websocket.disconnect":  # noqa: ASYNC110 -- each waits for a message first
            await asyncio.sleep(heard.take(""))  # until then the server reads no more of it


async def _follow(socket: WebSocket, subject: Address, after: int | None) -> None:
    try:
        require_known(socket, IN_QUERY)
        let = await let_in(socket, subject, after)
    except ProblemError as problem:
        await socket.send_denial_response(problem.response(socket))
        return
    try:
        await socket.accept()
        code = await carry(socket.app.state.room, let, _Socket(socket))
    except WebSocketDisconnect:
        return
    except Exception:
        await _close(socket, FAULT)
        raise
    finally:
        let.leave(socket.app.state.room)
    if code is not None:
        await _close(socket, code)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket; a client that does not even take this is left to itself."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        await asyncio.wait_for(socket.close(code, REASONS[code]), CLOSE_SECONDS)
