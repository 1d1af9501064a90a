"""The gate: who asks, by a token or a session and nothing else, and whether this is let in."""

from typing import NamedTuple

from starlette.requests import HTTPConnection

from api.service.auth.origins import Origins
from api.service.auth.rights import LOOKS
from api.service.auth.sessions import Sessions
from api.service.auth.tokens import Tokens
from api.service.current import CURRENT, Asked
from api.service.known import Known
from api.service.problems import BAD_REQUEST, FORBIDDEN, ProblemError, unknown
from api.service.rates import Rates
from api.service.room import Room
from domain.kernel.text import text

CSRF_HEADER = "X-CSRF-Token"


class Gate(NamedTuple):
    """Lets in who is known, once all that was set about it is kept."""

    tokens: Tokens
    sessions: Sessions
    origins: Origins
    rates: Rates

    async def admit(self, connection: HTTPConnection) -> Known:
        """Return who asks by a request or a handshake. Raises `ProblemError`."""
        room: Room = connection.app.state.room
        token, cookie = self._shown(connection)
        self.origins.require(connection, of_session=cookie != "")
        known = self._by_cookie(connection, cookie) if cookie else self._proven(self.tokens, token)
        room.taken_back.require_good(known)
        if known.session:
            await _require_open(room, known.session)
        asked = CURRENT.get()
        if asked is not None:
            asked.known = known  # also of who asks too much
        self.rates.require_caller(known.who.actor)
        if asked is not None:
            self._keep(asked, known, connection.scope["type"])
        return known

    def _shown(self, connection: HTTPConnection) -> tuple[str, str]:
        """Return the token and the cookie that were sent, exactly one of them."""
        cookie = _cookie_in(connection, self.sessions.manner.cookie)
        # Of two headers, a proxy in front and this might each believe another.
        named = connection.headers.getlist("authorization")
        if cookie and named:
            detail = text("a request has a token or a session, not both")
            raise ProblemError(BAD_REQUEST, "two_credentials", detail)
        if cookie:
            return "", cookie
        scheme, _, token = named[0].partition(" ") if len(named) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not token.strip():
            raise unknown(
                "no_token", text("one Authorization header with a bearer token is needed")
            )
        return token.strip(), ""

    def _by_cookie(self, connection: HTTPConnection, cookie: str) -> Known:
        known = self._proven(self.sessions, cookie)
        commands = connection.scope["type"] == "http" and connection.scope["method"] not in LOOKS
        told = connection.headers.get(CSRF_HEADER, "")
        if commands and not self.sessions.is_proof(known, told):
            detail = text(
                "a command of a session needs the {header} header that it was told",
                header=CSRF_HEADER,
            )
            raise ProblemError(FORBIDDEN, "no_csrf_token", detail)
        return known

    def _proven(self, by: Tokens | Sessions, text: str) -> Known:
        """Return who is known by what was shown; what is bad counts against its address.

        What is good is let in however much was bad at its address: others may ask from there. Of
        the work to find that out there is no more than requests of an address.
        """
        try:
            return by.known(text)
        except ProblemError as problem:
            if problem.problem.code == "bad_token":
                asked = CURRENT.get()
                self.rates.require_failure("" if asked is None else asked.address)
            raise

    def _keep(self, asked: Asked, known: Known, kind: str) -> None:
        if known.session and kind == "http" and self.sessions.is_old(known):
            asked.cookie = self.sessions.cookie_of(known)


def _cookie_in(connection: HTTPConnection, name: str) -> str:
    """Return the session's cookie, "" if there is none. Raises `ProblemError` for several."""
    headers = connection.headers.getlist("cookie")
    found = [
        value
        for header in headers
        for part in header.split(";")
        for one, _, value in (part.strip().partition("="),)
        if one == name
    ]
    if len(found) > 1:
        raise unknown("bad_token", text("there are several cookies of a session"))
    return found[0] if found else ""


async def _require_open(room: Room, session_id: str) -> None:
    """Raise `ProblemError` for a session that was logged out of; asked of the log once."""
    ended = room.taken_back.has_ended(session_id)
    if ended is None:
        ended = not await room.read(room.taken_back.look, session_id)
        room.taken_back.keep(session_id, ended=ended)
    if ended:
        raise unknown("session_over", text("the session is over; log in anew"))
