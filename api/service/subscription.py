"""Who follows what, and what is still to be told them; how it ends."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from api.service.told import Broken, Told
from domain.flow.address import Address
from domain.house.match import events as match_events
from domain.house.table import events as table_events

QUEUED: Final = 1_000
"""Events that wait for a slow reader, before it is cut off and may resume."""

TOKEN_OVER: Final = 1008
"""The token has expired: the client comes again with a new one."""
FAULT: Final = 1011
RESTARTING: Final = 1012
"""The service stops: as the server itself closes sockets then."""
TRY_AGAIN: Final = 1013
"""Too slow, or the log cannot be read now: the client may resume."""
STANDING_CHANGED: Final = 4001
"""The client has sat down or stood up, or the delay has changed: it may resume as what it is."""
UNREADABLE: Final = 4002
"""What is next cannot be read: the client looks anew, and follows from there."""

_SAT: Final = (table_events.PlayerSat, match_events.PlayerJoined)
_STOOD_UP: Final = (table_events.PlayerStoodUp, match_events.PlayerQuit)
_DELAYED: Final = (table_events.SpectatorsDelayed, match_events.MatchSpectatorsDelayed)


REASONS: Final = {
    TOKEN_OVER: "token_expired",
    FAULT: "internal_error",
    RESTARTING: "stopping",
    TRY_AGAIN: "try_again",
    STANDING_CHANGED: "standing_changed",
    UNREADABLE: "unreadable_event",
}
"""What a client is told beside the code."""


class Source(Protocol):
    """Where what is told comes from: at once, or late."""

    @property
    def spread(self) -> int:
        """Up to which position of the log everything was handed to those who follow."""
        ...


class Ear(NamedTuple):
    """Who follows what: a place, or one round in it, and as what (H12)."""

    place: Address
    round: str | None
    player: str | None
    spectates: bool | None
    """Whether it only looks on; None while that is not known."""
    dealt_in: bool
    """Whether it was dealt into the round that it follows, which it sees at once whatever comes."""


class Subscription:
    """What somebody is still to be told, from a position on. To be used in the event loop."""

    def __init__(self, ear: Ear, source: Source) -> None:
        self.ear = ear
        self.source = source
        self.position = source.spread
        """Everything after it comes, what is before it does not."""
        self.code: int | None = None
        """Why nothing comes any more; None as long as something may."""
        self.ended = asyncio.Event()
        self._waiting: deque[Told] = deque()
        self._stirred = asyncio.Event()

    @property
    def reached(self) -> int:
        """Up to which position of the log all was taken; where it began, if it has ended.

        What was handed over need not be taken yet when the time for a heartbeat comes.
        """
        if self.code is not None:
            return self.position
        return self._waiting[0].position - 1 if self._waiting else self.source.spread

    def put(self, told: Told) -> None:
        """Take an event, or fall behind for good."""
        if len(self._waiting) >= QUEUED:
            self.end(TRY_AGAIN)
        elif self.code is None:  # one that came after one that was lost would hide that
            self._waiting.append(told)
            self._stirred.set()

    def take(self) -> list[Told]:
        """Return all that has come, in order."""
        taken = list(self._waiting)
        self._waiting.clear()
        self._stirred.clear()
        return taken

    async def stirred(self) -> None:
        """Wait until something has come."""
        await self._stirred.wait()

    def end(self, code: int) -> None:
        """Let nothing come any more, for a reason that the client is told by a code."""
        if self.code is None:
            self.code = code
            self._waiting.clear()
            self.ended.set()


def spread(among: Iterable[Subscription], told: Told | Broken) -> None:
    """Hand an event to those who follow it; end those to whom it cannot be told."""
    for one in among:
        if one.ear.round is not None and one.ear.round != told.round:
            continue
        if isinstance(told, Broken):
            one.end(UNREADABLE)
        else:
            one.put(told)


def resettled(told: Told, here: Iterable[Subscription]) -> None:
    """End those who are something else from an event on, before it is told; they may resume (H12).

    They may be told more from now on, or less.
    """
    event = told.recorded.event
    for one in here:
        ear = one.ear
        if isinstance(event, _DELAYED):
            changed = ear.spectates is not False
        elif isinstance(event, _SAT):
            changed = ear.spectates is not False and ear.player == event.player
        elif isinstance(event, _STOOD_UP):
            changed = ear.spectates is not True and ear.player == event.player
        else:
            return
        if changed and not ear.dealt_in:
            one.end(STANDING_CHANGED)
