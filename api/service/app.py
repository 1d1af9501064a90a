"""The service put together: the log, the house, the views that follow, the steward, the routes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from api.observing.watch import Watch
from api.service import body
from api.service.auth import Tokens
from api.service.auth.described import describe
from api.service.door import Door, Listener
from api.service.express import Express
from api.service.guarding import Guarding
from api.service.incidents import Incidents
from api.service.logs import RequestLog
from api.service.opening import begin, now_ms
from api.service.problems import (
    NO_METHOD,
    NOT_FOUND,
    Problem,
    ProblemError,
    on_problem,
)
from api.service.room import Room
from api.service.router import router
from api.service.routes.audit import VERSION
from api.service.routes.rounds import act
from api.service.standing import STANDING
from api.service.tally import Tally
from domain.chips.amount import MOST
from domain.kernel.text import text
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
    "access": "Who is let in: sessions of browsers, tokens that are taken back (H13)",
    "reports": "What the house did, took and owes, for a time",
    "house": "How the service does",
}

ATTEMPTS: Final = 20
RETRY_SECONDS: Final = 1.0
"""Between two attempts to open the house."""

_logger: Final = logging.getLogger("paipu.service")

Opens = Callable[[AsyncExitStack[Any]], Room]
"""Opens the house for as long as the service runs, and returns the room."""


def service(
    opening: Opens,
    tokens: Tokens,
    watch: Watch = Watch(),  # noqa: B008 -- immutable
    guarding: Guarding = Guarding(),  # noqa: B008 -- likewise
) -> FastAPI:
    """Return the application; `opening` opens the house when it starts, in the event loop.

    Its requests are watched by whoever `watch` says, and guarded as `guarding` says.
    """
    gate, requests, tally = guarding.gate(tokens), RequestLog(), Tally()
    listeners: list[Listener] = [tally.answered]
    if guarding.log_requests:
        listeners.append(requests)

    app = FastAPIOffline(
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        static_url="/docs/files",
        redirect_slashes=False,
        title="Paipu",
        version=VERSION,
        description=DESCRIPTION,
        lifespan=_life(opening, tokens, watch, requests, tally),
        exception_handlers={
            RequestValidationError: body.on_bad_form,
            WebSocketRequestValidationError: body.on_bad_opening,
            HTTPException: _on_problem,
        },
    )
    app.state.gate = gate
    app.state.listeners = listeners
    app.add_middleware(Express, route=_route(app))  # what is added first is the last before routes
    app.add_middleware(Door, gate.rates, listeners, tls=guarding.manner.tls)
    watch.requests(app)
    app.build_middleware_stack = lambda: _layers(app)  # type: ignore[method-assign]
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


def _route(app: FastAPI) -> APIRoute:
    """Add the routes; return the one that also goes past the framework."""
    app.router.routes.extend(router.routes)  # a router included would look for each route twice
    app.router.add_websocket_route("/{path:path}", _no_such_socket)
    routes = (one for one in router.routes if isinstance(one, APIRoute))
    return next(one for one in routes if one.endpoint is act)


def _layers(app: FastAPI) -> ASGIApp:
    """Return the routes behind what was added, without the framework's layers that do nothing here.

    Faults are the door's, bodies have their bounds, and what is done is told to traces of ours.
    """
    layer: ASGIApp = ExceptionMiddleware(
        AsyncExitStackMiddleware(app.router), handlers=app.exception_handlers
    )
    for kind, args, kwargs in reversed(app.user_middleware):
        layer = kind(layer, *args, **kwargs)
    return layer


def _life(
    opening: Opens, tokens: Tokens, watch: Watch, requests: RequestLog, tally: Tally
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return what opens the house when the application starts, and closes it when that ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.callback(watch.close)
            stack.enter_context(requests.writing())
            room = app.state.room = await _opened(opening, stack)
            room.taken_back.proven = tokens.knows
            stack.enter_context(tokens.reading(room.taken_back.keys_changed))
            STANDING.at_close(room.feed.stop)
            incidents = Incidents(room.log, room.house, room.feed, tally, now_ms)
            app.state.incidents = begin(incidents, stack)
            yield

    return lifespan


async def _no_such_socket(socket: WebSocket) -> None:
    """Answer who asks for a socket where there is none, as others are."""
    nothing = ProblemError(NOT_FOUND, "no_such_page", text("there is no such socket"))
    await socket.send_denial_response(nothing.response(socket))


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
        describe(made, app.routes)
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
