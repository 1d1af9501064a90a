"""Sessions of browsers (H13.3): logging in with a token, and logging out."""

from typing import Annotated, Final

from fastapi import Request
from pydantic import Field

from api.roles import FULL, Role, Scope
from api.service.answers import Answer, Moment
from api.service.asked import InRoom
from api.service.auth.gate import CSRF_HEADER, Gate
from api.service.auth.who import Entering
from api.service.current import CURRENT
from api.service.known import Known
from api.service.problems import (
    BAD_REQUEST,
    CONFLICT,
    NOT_FOUND,
    TOO_LARGE,
    TOO_SLOW,
    ProblemError,
)
from domain.flow.address import session
from domain.house.session.commands import EndSession, OpenSession
from domain.house.session.events import SessionEnded
from domain.kernel.text import text
from projections.moments import moment_of_ms

FAILS: Final = (BAD_REQUEST, NOT_FOUND, TOO_SLOW, CONFLICT, TOO_LARGE)
MS: Final = 1_000


class SessionAnswer(Answer):
    """A session: whose, how long, and what a page proves its commands with."""

    name: str
    role: Role
    scopes: tuple[Scope, ...]
    csrf: Annotated[str, Field(description=f"for the header {CSRF_HEADER} of every command")]
    until: Annotated[Moment, Field(description="its end, whatever is done")]
    idle_seconds: Annotated[int, Field(description="it ends when nothing is asked for so long")]


class EndedAnswer(Answer):
    """A session that is over."""

    ended: bool


async def opened(room: InRoom, request: Request, known: Entering) -> SessionAnswer:
    """Open a session of a browser by a token: from now on its cookie says who asks (H13.3)."""
    if known.session:
        detail = text("there is a session already; a new one is opened by a token")
        raise ProblemError(BAD_REQUEST, "two_credentials", detail)
    gate: Gate = request.app.state.gate
    gate.rates.require_login(f"login {known.who.actor}")
    made = gate.sessions.opened(known)
    command = OpenSession(name=known.who.name, role=known.who.role.value, until=known.until)
    await room.ask(session(made.session), command, known.who, f"open {made.session}")
    room.taken_back.keep(made.session, ended=False)
    _give(gate.sessions.cookie_of(made))
    return _told(gate, made)


async def show(request: Request, known: Entering) -> SessionAnswer:
    """Tell of the own session, such as to a page that was loaded again."""
    return _told(request.app.state.gate, _in_session(known))


async def ended(room: InRoom, request: Request, known: Entering) -> EndedAnswer:
    """Log out: the cookie counts no more, nor does any copy of it (H13.3)."""
    gate: Gate = request.app.state.gate
    own = _in_session(known)
    await room.ask(session(own.session), EndSession(), own.who, f"end {own.session}")
    room.taken_back.take(SessionEnded(), session(own.session))
    _give(gate.sessions.gone())
    return EndedAnswer(ended=True)


def _in_session(known: Known) -> Known:
    if not known.session:
        raise ProblemError(NOT_FOUND, "no_session", text("a token of a program is no session"))
    return known


def _give(cookie: str) -> None:
    asked = CURRENT.get()
    if asked is not None:
        asked.cookie = cookie


def _told(gate: Gate, known: Known) -> SessionAnswer:
    who = known.who
    return SessionAnswer(
        name=who.name,
        role=who.role,
        scopes=tuple(sorted(scope for scope in FULL[who.role] if who.may(scope))),
        csrf=gate.sessions.proof(known),
        until=moment_of_ms(known.until * MS),
        idle_seconds=gate.sessions.manner.idle_seconds,
    )
