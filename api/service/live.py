"""A socket that tells what happens at a table or in a match, masked, from a position on."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from fastapi import Path, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from api.roles import Caller
from api.service.auth import LEEWAY_SECONDS, Tokens, bearer_of
from api.service.facts import fact_answer, seat_in
from api.service.feed import Feed, Subscription, Told, missed
from api.service.problems import CONFLICT, ProblemError, no_such
from api.service.room import Room
from domain.flow.address import Address, Kind
from domain.house.labels import is_name

FURTHEST: Final = 20_000
"""How many positions back a client may resume; who is further behind looks at the table anew."""
RESTARTING: Final = 1012
"""The service stops: as the server itself closes sockets then."""
TOKEN_OVER: Final = 1008
"""The token has expired: the client comes again with a new one."""
FAULT: Final = 1011
TRY_AGAIN: Final = 1013
"""Too slow, or the log cannot be read now: the client may resume."""
CLOSE_SECONDS: Final = 5
"""How long a client may take to take the word that it is cut off."""
CHUNK: Final = 200

After = Annotated[int | None, Query(ge=0, le=1 << 62)]
AtTable = Annotated[str, Path(alias="table")]
InMatch = Annotated[str, Path(alias="match")]
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


async def _follow(socket: WebSocket, place: Address, after: int | None) -> None:
    room: Room = socket.app.state.room
    try:
        who, seconds = _known(socket)
        last = await _admitted(room, place, after)
    except ProblemError as problem:
        await socket.send_denial_response(problem.response())
        return
    await socket.accept()
    feed: Feed = room.feed
    subscription = feed.subscribe(place)
    telling = asyncio.ensure_future(_tell(socket, room, who, subscription, last))
    # A client that does not read at all keeps the telling from coming to an end by itself.
    ended = asyncio.ensure_future(subscription.ended.wait())
    hearing = asyncio.ensure_future(_hear(socket))
    try:
        tasks = (telling, ended, hearing)
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        feed.unsubscribe(subscription)
        for task in (telling, ended, hearing):
            task.cancel()
        await asyncio.gather(telling, ended, hearing, return_exceptions=True)
    fault = None if telling.cancelled() else telling.exception()
    if not hearing.cancelled():  # the client has gone
        return
    if not done:
        await _close(socket, TOKEN_OVER)
        return
    unavailable = TRY_AGAIN if fault is None or isinstance(fault, ProblemError) else FAULT
    await _close(socket, RESTARTING if feed.stopped else unavailable)
    if fault is not None and not isinstance(fault, ProblemError):
        raise fault


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket; a client that does not even take this is left to itself."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        await asyncio.wait_for(socket.close(code), CLOSE_SECONDS)


def _known(socket: WebSocket) -> tuple[Caller, float]:
    """Return who asks, and how many seconds the token is good for."""
    tokens: Tokens = socket.app.state.tokens
    who, until = tokens.read_until(bearer_of(socket))
    return who, max(until + LEEWAY_SECONDS - time.time(), 0)


async def _admitted(room: Room, place: Address, after: int | None) -> int | None:
    found = await room.read(room.house.stands, place) if is_name(place.id) else None
    if found is None or not found.version:
        raise no_such(place.kind)
    if after is None:
        return None
    end = await room.read(room.log.last_position)
    if after > end:
        detail = f"the log ends at position {end}"
        raise ProblemError(CONFLICT, "position_ahead", detail, params={"last": end})
    if end - after > FURTHEST:
        detail = f"position {after} is too far back; look anew and follow from there"
        raise ProblemError(CONFLICT, "too_far_back", detail, params={"most": FURTHEST})
    return after


async def _hear(socket: WebSocket) -> None:
    """Wait until the client goes; what it says is nothing to us."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _tell(
    socket: WebSocket, room: Room, who: Caller, subscription: Subscription, after: int | None
) -> None:
    """Tell what was missed and what comes, until nothing comes any more."""
    place = subscription.place
    start = subscription.position if after is None else after
    hello = {"type": "hello", place.kind.value: place.id, "position": start}
    await socket.send_text(_encode(hello).decode())
    if start < subscription.position:
        async for told in _missed(room, place, start, subscription.position):
            await socket.send_text(message(told, who.player))
    while True:
        following = await subscription.next()
        if following.position > start:
            await socket.send_text(message(following, who.player))


async def _missed(room: Room, place: Address, after: int, until: int) -> AsyncIterator[Told]:
    """Yield what was missed, read in a thread a few at a time, so that others are served too."""
    reading = missed(room.log, place, after, until)

    def some() -> list[Told]:
        return [told for _, told in zip(range(CHUNK), reading, strict=False)]

    while chunk := await room.read(some):
        for told in chunk:
            yield told


def message(told: Told, player: str | None) -> str:
    """Return an event as a player, or (None) everybody, may see it."""
    viewer = None if told.opened is None else seat_in(told.opened, player)
    seen: dict[str, Any] = fact_answer(told.recorded, viewer).model_dump()
    return _encode({**seen, told.place.kind.value: told.place.id}).decode()
