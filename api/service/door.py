"""The door: what every request and handshake passes before the routes, and every answer after them.

It bounds heads and rates, gives each request its id, lets no fault out, adds what keeps browsers
safe, and tells who listens what was answered.
"""

import asyncio
import logging
import time
import traceback
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.service.current import CURRENT, Asked
from api.service.heads import ALWAYS, REQUEST_ID, Headers, is_stream, read_head, safe_headers
from api.service.problems import FAILED, ProblemError, not_now
from api.service.rates import Rates, group_of
from api.service.standing import STANDING
from domain.kernel.text import text

DENIAL: Final = "websocket.http.response.start"
STARTS: Final = frozenset(("http.response.start", DENIAL, "websocket.accept"))
OF_DENIALS: Final = [(name.lower().encode(), value.encode()) for name, value in ALWAYS]
SWITCHED: Final = 101
"""The status of a handshake that became a socket."""
_logger: Final = logging.getLogger("paipu.service")


class Answered(NamedTuple):
    """What a request came to: told once, when it is over; of a socket when that is closed.

    `route` is the template of the path, never the path itself; `role` is of who asked, if known.
    """

    request: str
    method: str
    route: str
    status: int
    seconds: float
    role: str | None
    code: str | None
    address: str


Listener = Callable[[Answered], None]


class Door:
    """Answers a fault of the service with a problem, and logs where it is, not what it was about.

    A message of an exception, or a local variable, could hold a card.
    """

    def __init__(
        self, app: ASGIApp, rates: Rates, listeners: list[Listener], *, tls: bool = False
    ) -> None:
        self._app = app
        self._rates = rates
        self._listeners = listeners
        self._tls = tls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        head = read_head(scope)
        client = scope.get("client")
        asked = Asked(head.request_id, group_of(client[0]) if client else "")
        CURRENT.set(asked)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] in STARTS:
                status = message.get("status", SWITCHED)
                headers: Headers = list(message.get("headers", ()))
                message["headers"] = headers + self._added(
                    message["type"], scope["path"], headers, asked
                )
            await send(message)

        refused = head.problem or self._rates.of_address(asked.address)
        try:
            if refused is not None:
                await deny(refused, scope, receive, sending)
            else:
                await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            # The service stops, and has waited long enough. Raised on, this would be a fault.
            if not status:
                await deny(_stopping(), scope, receive, sending)
        except Exception as error:  # noqa: BLE001 -- nothing of it may reach a log or a client
            _logger.error("%s", where(error))  # noqa: TRY400 -- its text may hold a card
            if not status:
                await deny(_fault(), scope, receive, sending)
        self._tell(scope, asked, status, time.perf_counter() - began)

    def _added(self, kind: str, path: str, headers: Headers, asked: Asked) -> Headers:
        added = safe_headers(path, tls=self._tls)
        if kind == DENIAL:  # of which the server itself says nothing
            added += OF_DENIALS
        added.append((REQUEST_ID, asked.id.encode()))
        if not STANDING.keeps:
            # Whoever keeps this connection for more is to make it anew, elsewhere.
            added.append((b"connection", b"close"))
        # Listening is no sign of somebody at the screen.
        if asked.cookie is not None and not is_stream(headers):
            added.append((b"set-cookie", asked.cookie.encode()))
        return added

    def _tell(self, scope: Scope, asked: Asked, status: int, seconds: float) -> None:
        answered = Answered(
            request=asked.id,
            method=scope.get("method", "SOCKET"),
            route=getattr(scope.get("route"), "path", ""),
            status=status,
            seconds=seconds,
            role=None if asked.known is None else asked.known.who.role.value,
            code=asked.code,
            address=asked.address,
        )
        for listener in self._listeners:
            listener(answered)


async def deny(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a problem, a request or a handshake."""
    response: Any = problem.response(HTTPConnection(scope))
    if scope["type"] == "http":
        await response(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await receive()  # that it asks to be let in
        await send(
            {
                "type": DENIAL,
                "status": response.status_code,
                "headers": response.raw_headers,
            }
        )
        await send({"type": "websocket.http.response.body", "body": response.body})


def _stopping() -> ProblemError:
    return not_now("stopping", text("the service stops; send it again, with the same key"))


def _fault() -> ProblemError:
    detail = text("the service has a fault; nothing is known of whether this was done")
    return ProblemError(FAILED, "internal_error", detail)


def where(error: BaseException) -> str:
    """Return the kind of an error and the places it went through, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames[-8:]))
    return f"{type(error).__name__} at {places}"
