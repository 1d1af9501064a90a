"""Counts what is asked over HTTP and by sockets, by the template of its route."""

from time import perf_counter
from typing import Any

from prometheus_client import Gauge
from starlette.types import ASGIApp, Receive, Scope, Send

from api.observing.measures import HTTP, SOCKET, STREAM, Measures
from api.observing.routes import route_of
from api.service.heads import is_stream

LOST = "lost"
"""The code of a socket that its client has left without a word from this process."""


class Measured:
    """Measures an application. No path, query, body or token is looked at."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self._app = app
        self._measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        measures, began = self._measures, perf_counter()
        status, opened = 0, measures.open[HTTP]

        async def sending(message: Any) -> None:  # noqa: ANN401 -- whatever ASGI sends
            nonlocal status, opened
            if message["type"] == "http.response.start":
                status = message["status"]
                if is_stream(message["headers"]):
                    opened = _moved(opened, measures.open[STREAM])
            await send(message)

        opened.inc()
        try:
            await self._app(scope, receive, sending)
        finally:
            opened.dec()
            route, method = route_of(scope)
            measures.requests[route, method, str(status)].inc()
            if opened is measures.open[HTTP]:
                measures.request_seconds[route, method].observe(perf_counter() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = LOST

        async def sending(message: Any) -> None:  # noqa: ANN401 -- likewise
            nonlocal code
            if message["type"] == "websocket.close":
                code = str(message.get("code", 1000))
            elif message["type"] == "websocket.http.response.start":
                code = str(message["status"])
            await send(message)

        with self._measures.open[SOCKET].track_inprogress():
            try:
                await self._app(scope, receive, sending)
            finally:
                self._measures.sockets_closed[route_of(scope)[0], code].inc()


def _moved(before: Gauge, after: Gauge) -> Gauge:
    before.dec()
    after.inc()
    return after
