"""The service put together: the log, the house, the views that follow, the steward, the routes."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from api.service import body
from api.service.auth import Tokens
from api.service.problems import (
    FAILED,
    NO_METHOD,
    NOT_FOUND,
    UNAVAILABLE,
    Problem,
    ProblemError,
    on_problem,
)
from api.service.room import Room
from api.service.router import router
from api.service.routes.audit import VERSION
from domain.chips.amount import MOST
from domain.log.errors import LogUnavailableError
from projections.store.errors import ViewsError

DESCRIPTION: Final = """
The card room: players, tables and rounds of 四支刀, matches and rounds of 比牌升級.

Every command needs an `Idempotency-Key`, an action the `turn` that it answers; what is accepted is
in the log for good before the receipt is sent. Whatever is refused has the same form, a *problem*,
with a stable code and the rule. See docs/api.md.
"""

TAGS: Final = {
    "players": "Who plays, and their points outside tables (H1, H2)",
    "tables": "Seats, stacks and settings (H3)",
    "matches": "Matches of 比牌升級: seats, readiness, levels and scores (M)",
    "rounds": "Rounds of both games, as each viewer may see them (Z10, S9), and playing them",
    "proofs": "Signed checkpoints of the log, and proofs of what is in it",
    "audit": "Looking into what happened",
    "disputes": "Disputes about rounds, and points that two persons adjust (H9, H10)",
    "house": "How the service does",
}

ATTEMPTS: Final = 20
RETRY_SECONDS: Final = 1.0
"""Between two attempts to open the house."""

_logger: Final = logging.getLogger("paipu.service")

Opens = Callable[[AsyncExitStack[Any]], Room]
"""Opens the house for as long as the service runs, and returns the room."""


class Guard:
    """Answers a fault of the service with a problem, and logs where it is, not what it was about.

    A message of an exception, or a local variable, could hold a card.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        started = False

        async def sending(message: Any) -> None:  # noqa: ANN401 -- whatever ASGI sends
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            # The service stops, and has waited long enough. Raised on, this would be a fault.
            if scope["type"] == "http" and not started:
                await _stopping().response()(scope, receive, send)
        except Exception as error:  # noqa: BLE001 -- nothing of it may reach a log or a client
            _logger.error("%s", where(error))  # noqa: TRY400 -- its text may hold a card
            if scope["type"] == "http" and not started:
                detail = "the service has a fault; nothing is known of whether this was done"
                await ProblemError(FAILED, "internal_error", detail).response()(
                    scope, receive, send
                )


def _stopping() -> ProblemError:
    detail = "the service stops; send it again, with the same key"
    return ProblemError(UNAVAILABLE, "stopping", detail, headers={"Retry-After": "1"})


def where(error: BaseException) -> str:
    """Return the kind of an error and the places it went through, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames[-8:]))
    return f"{type(error).__name__} at {places}"


def service(opening: Opens, tokens: Tokens) -> FastAPI:
    """Return the application; `opening` opens the house when it starts, in the event loop."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state.room = await _opened(opening, stack)
            yield

    app = FastAPIOffline(
        redoc_url=None,
        static_url="/docs/files",
        redirect_slashes=False,
        title="Paipu",
        version=VERSION,
        description=DESCRIPTION,
        lifespan=lifespan,
        exception_handlers={
            RequestValidationError: body.on_bad_form,
            WebSocketRequestValidationError: body.on_bad_opening,
            HTTPException: _on_problem,
        },
    )
    app.state.tokens = tokens
    app.router.routes.extend(router.routes)  # a router included would look for each route twice
    app.router.add_websocket_route("/{path:path}", _no_such_socket)
    app.add_middleware(Guard)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


async def _no_such_socket(socket: WebSocket) -> None:
    """Answer who asks for a socket where there is none, as others are."""
    nothing = ProblemError(NOT_FOUND, "no_such_page", "there is no such socket")
    await socket.send_denial_response(nothing.response())


async def _on_problem(request: Request, error: Exception) -> Response:
    """Answer with a problem; of a method that is not known, with all that are."""
    answer = await on_problem(request, error)
    if answer.status_code == NO_METHOD:
        known = [
            method
            for route in router.routes
            if isinstance(route, APIRoute) and route.path_regex.match(request.url.path)
            for method in route.methods or ()
        ]
        answer.headers["Allow"] = ", ".join(sorted(known))
    return answer


async def _opened(opening: Opens, stack: AsyncExitStack[Any]) -> Room:
    """Open the house; a database that is away for a moment is waited for."""
    for attempt in range(ATTEMPTS):
        try:
            async with AsyncExitStack() as parts:
                room = opening(parts)
                await stack.enter_async_context(parts.pop_all())
                return room
        except (LogUnavailableError, ViewsError) as error:
            _logger.warning("the house cannot be opened (%s)", error.code)
            if attempt == ATTEMPTS - 1:
                raise
        await asyncio.sleep(RETRY_SECONDS)
    message = "every attempt returns or raises"
    raise AssertionError(message)


def document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, the form of problems included."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            tags=[{"name": name, "description": told} for name, told in TAGS.items()],
        )
        parts = made["components"]["schemas"]
        parts["Problem"] = Problem.model_json_schema()
        for unused in ("HTTPValidationError", "ValidationError"):
            parts.pop(unused, None)
        app.openapi_schema = _exact(made)
    return app.openapi_schema


def _exact(part: Any) -> Any:  # noqa: ANN401 -- any part of the document
    """Return a part with its bounds as whole numbers: a float says one more than `MOST`."""
    if isinstance(part, list):
        return [_exact(one) for one in part]
    if not isinstance(part, dict):
        return part
    bounds = {
        name: max(-MOST, min(MOST, int(bound)))
        for name in ("minimum", "maximum")
        if isinstance(bound := part.get(name), float)
    }
    return {name: _exact(one) for name, one in (part | bounds).items()}
