"""Following a table, a match or a round: who is let in, from where on, and telling it by any line.

A line is a socket (`live.py`) or a stream of server-sent events (`events.py`).
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

import msgspec
from starlette.requests import HTTPConnection

from api.roles import Caller
from api.service.auth import Following, following
from api.service.facts import Opened, place_of, seat_in
from api.service.problems import CONFLICT, FAILED, ProblemError, no_such
from api.service.room import Room
from api.service.spectators import AT_ONCE, Late
from api.service.subscription import (
    STANDING_CHANGED,
    TOKEN_OVER,
    TRY_AGAIN,
    UNREADABLE,
    Ear,
    Subscription,
)
from api.service.told import Told, missed
from domain.flow.address import Address, Kind
from domain.house.labels import is_name
from domain.kernel.text import text

FURTHEST: Final = 20_000
"""How many positions back a client may resume; who is further behind looks at the table anew."""
HEARTBEAT_SECONDS: Final = 15
"""How long nothing may come before a client is told that, and up to where it was told all."""
CHUNK: Final = 200

Messages = Sequence[tuple[int, str]]
"""What is told, each with its position."""
_encode: Final = msgspec.json.Encoder().encode


class Line(Protocol):
    """What carries the events to a client."""

    async def tell(self, messages: Messages) -> None:
        """Hand messages on; wait while the client does not take them."""
        ...

    async def beat(self, position: int) -> None:
        """Say that all up to a position was told."""
        ...

    async def gone(self) -> None:
        """Wait until the client goes."""
        ...


class Standing(NamedTuple):
    """As what somebody asks, how late that is, and how far the log has come to such."""

    spectates: bool
    late: Late
    reached: int
    before: int
    """How far the log had come so long ago, for a lane to begin at."""
    end: int


class Let(NamedTuple):
    """Somebody who is let in: who it is, to what, and from where on.

    What comes after `begin` up to `until` was missed; what is later comes by the subscription, as
    far as the position `most`.
    """

    by: Following
    subject: Address
    subscription: Subscription
    begin: int
    until: int
    late: Late

    @property
    def hello(self) -> int:
        """From where on it is told: of those who are late not further than they have come (H12.4).

        Whoever has stood up may have seen more, and is not told it again.
        """
        return self.begin if self.late is AT_ONCE else min(self.begin, self.until)

    def leave(self, room: Room) -> None:
        """Be told nothing more, and count no more."""
        room.feed.unsubscribe(self.subscription)
        self.by.leave()


async def let_in(connection: HTTPConnection, subject: Address, after: int | None) -> Let:
    """Subscribe who asks to a table, a match or a round. Raises `ProblemError`.

    The subscription comes first, the look at who asks after it: what changes that from then on
    ends the subscription.
    """
    room: Room = connection.app.state.room
    by = await following(connection)
    try:
        return await _let_in(room, by, subject, after)
    except BaseException:
        by.leave()
        raise


async def _let_in(room: Room, by: Following, subject: Address, after: int | None) -> Let:
    who = by.who
    if not is_name(subject.id):
        raise no_such(subject.kind)
    place, opened = await room.read(_place, room, subject)
    dealt_in = opened is not None and seat_in(opened[0], who.player) is not None
    round_id = subject.id if subject.kind is Kind.ROUND else None
    subscription = room.feed.subscribe(Ear(place, round_id, who.player, None, dealt_in))
    try:
        found = await room.read(_standing, room, who, subscription.ear)
        _require_seen(subject, opened, found)
        subscription = _settled(room, subscription, found)
        until = max(min(subscription.position, found.late.most), found.reached)
        begin = until if after is None else after
        _require_reach(begin, until, found)
    except BaseException:
        room.feed.unsubscribe(subscription)
        raise
    return Let(by, subject, subscription, begin, until, found.late)


def _place(room: Room, subject: Address) -> tuple[Address, tuple[Opened, int] | None]:
    """Return where something is played, and a round's opening with its position."""
    if subject.kind is Kind.ROUND:
        first = room.log.fact(subject.stream, 1)
        if first is None or not isinstance(first.event, Opened):
            raise no_such(subject.kind)
        return place_of(first.event, subject.id), (first.event, first.position or 0)
    if not room.house.stands(subject).version:
        raise no_such(subject.kind)
    return subject, None


def _standing(room: Room, who: Caller, ear: Ear) -> Standing:
    spectates = not ear.dealt_in and room.spectators.spectates(who, ear.place)
    late = room.spectators.late(ear.place) if spectates else AT_ONCE
    end = room.log.last_position()
    if late is AT_ONCE:
        return Standing(spectates, late, 0, 0, end)
    reached = room.spectators.reached(late)
    return Standing(spectates, late, reached, room.spectators.moments.position(late.seconds), end)


def _require_seen(subject: Address, opened: tuple[Opened, int] | None, found: Standing) -> None:
    """A round that spectators have not seen begin is not there yet."""
    if opened is not None and found.late is not AT_ONCE and opened[1] > found.reached:
        raise no_such(subject.kind)


def _settled(room: Room, provisional: Subscription, found: Standing) -> Subscription:
    """Return the subscription of somebody who is known now, with what has ended it meanwhile."""
    ear = provisional.ear._replace(spectates=found.spectates)
    if found.late is AT_ONCE:
        provisional.ear = ear
        return provisional
    subscription = room.feed.subscribe_late(ear, found.late.seconds, found.before)
    room.feed.unsubscribe(provisional)
    if provisional.code is not None:
        subscription.end(provisional.code)
    return subscription


def _require_reach(begin: int, until: int, found: Standing) -> None:
    # Where the log ends is told to nobody who is late; see `Let.hello`.
    if found.late is AT_ONCE and begin > found.end:
        detail = text("the log ends at position {end}", end=found.end)
        raise ProblemError(CONFLICT, "position_ahead", detail, params={"last": found.end})
    if max(until, found.end if found.late is AT_ONCE else 0) - begin > FURTHEST:
        detail = text(
            "position {after} is too far back; look anew and follow from there", after=begin
        )
        raise ProblemError(CONFLICT, "too_far_back", detail, params={"most": FURTHEST})


async def carry(room: Room, let: Let, line: Line) -> int | None:
    """Tell all until that ends; return the code of why, None if the client has gone.

    Raises what is none of the log's failures.
    """
    loop, subscription = asyncio.get_running_loop(), let.subscription
    timers = [loop.call_later(let.by.seconds, subscription.end, TOKEN_OVER)]
    let.by.ended_by(partial(subscription.end, TOKEN_OVER))
    if let.late.until is not None:
        left = max(let.late.until - room.feed.now(), 0)
        timers.append(loop.call_later(left, subscription.end, STANDING_CHANGED))
    telling = asyncio.ensure_future(_tell(room, let, line))
    # A client that does not read at all keeps the telling from coming to an end by itself.
    ended = asyncio.ensure_future(subscription.ended.wait())
    gone = asyncio.ensure_future(line.gone())
    try:
        await asyncio.wait((telling, ended, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        let.leave(room)
        for timer in timers:
            timer.cancel()
        for task in (telling, ended, gone):
            task.cancel()
        await asyncio.gather(telling, ended, gone, return_exceptions=True)
    if not gone.cancelled():
        return None
    fault = None if telling.cancelled() else telling.exception()
    if isinstance(fault, ProblemError):
        return UNREADABLE if fault.status_code == FAILED else TRY_AGAIN
    if fault is not None:
        raise fault
    return subscription.code


async def _tell(room: Room, let: Let, line: Line) -> None:
    """Tell what was missed and what comes, until something ends it."""
    subscription, position, player = let.subscription, let.begin, let.by.who.player
    hello = {"type": "hello", let.subject.kind.value: let.subject.id, "position": let.hello}
    await line.tell([(let.hello, _encode(hello).decode())])
    async for chunk in _missed(room, let):
        await line.tell([(told.position, told.text(player)) for told in chunk])
    position = max(position, let.until)
    while True:
        told = [one for one in subscription.take() if one.position > position]
        now = [(one.position, one.text(player)) for one in told if one.position <= let.late.most]
        if now:
            await line.tell(now)
            position = now[-1][0]
        elif told:
            subscription.end(STANDING_CHANGED)
            return
        else:
            position = await _idle(subscription, line, position, let.late.most)


async def _idle(subscription: Subscription, line: Line, position: int, most: int) -> int:
    """Wait for something to come, with a heartbeat if it takes long; return what was told."""
    try:
        async with asyncio.timeout(HEARTBEAT_SECONDS):
            await subscription.stirred()
    except TimeoutError:
        position = max(position, min(subscription.reached, most))
        await line.beat(position)
    return position


async def _missed(room: Room, let: Let) -> AsyncIterator[list[Told]]:
    """Yield what was missed, read in a thread a few at a time, so that others are served too."""
    ear = let.subscription.ear
    reading = missed(room.log, ear.place, ear.round, let.begin, let.until)

    def some() -> list[Told]:
        return [told for _, told in zip(range(CHUNK), reading, strict=False)]

    while let.begin < let.until and (chunk := await room.read(some)):
        yield chunk
