"""Somebody who follows by a socket or a stream, for as long as this is let."""

import time
from collections.abc import Callable

from starlette.requests import HTTPConnection

from api.roles import Caller, Scope
from api.service.auth.gate import Gate
from api.service.auth.who import admitted, require
from api.service.current import CURRENT
from api.service.known import Known
from api.service.taken_back import TakenBack


class Following:
    """Who follows, counted until it leaves, and ended when its token or session is taken back."""

    def __init__(self, known: Known, gate: Gate, taken_back: TakenBack) -> None:
        gate.rates.open_socket(known.who.actor)
        self._known = known
        self._gate = gate
        self._taken_back = taken_back
        self._end: Callable[[], None] | None = None
        self._left = False

    @property
    def who(self) -> Caller:
        """Who follows."""
        return self._known.who

    @property
    def seconds(self) -> float:
        """For how long at most, from now on.

        A session's socket ends when its cookie would have idled too long: listening is no sign of
        somebody at the screen. Who has asked something since has a newer cookie to come with.
        """
        known = self._known
        if not known.session:
            return known.seconds
        idle = known.seen + self._gate.sessions.manner.idle_seconds - time.time()
        return max(min(known.seconds, idle), 0)

    def ended_by(self, end: Callable[[], None]) -> None:
        """Have `end` called once the token or the session counts no more."""
        self._end = end
        self._taken_back.watch(self._known, end)

    def leave(self) -> None:
        """Count no more; done again it does nothing."""
        if self._left:
            return
        self._left = True
        self._gate.rates.close_socket(self._known.who.actor)
        if self._end is not None:
            self._taken_back.unwatch(self._known, self._end)


async def following(connection: HTTPConnection) -> Following:
    """Let a socket or a stream in. Raises `ProblemError`."""
    asked = CURRENT.get()
    # Of a stream the route has asked already who it is.
    known = asked.known if asked is not None else None
    known = known or await admitted(connection)
    require(known.who, Scope.READ)
    return Following(known, connection.app.state.gate, connection.app.state.room.taken_back)
