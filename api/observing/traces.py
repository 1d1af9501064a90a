"""Traces of what is done, by OpenTelemetry. This is imported where they are wanted only.

A span has kinds of things as attributes: a method, a route's template, a command's name, a code.
No path, no id, no name of a player, no card and no text of an error is in it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.types import ASGIApp, Receive, Scope, Send

from api.observing.measures import code_of
from api.observing.observer import Observer
from api.observing.routes import route_of
from api.selfcheck import VERSION
from domain.kernel.refusal import Refusal
from domain.log.store import CommandInfo, Receipt

SEND_SECONDS: Final = 5
"""How long the receiver may take; spans that it does not take are lost."""
PARENT: Final = b"traceparent"
_propagator: Final = TraceContextTextMapPropagator()

T = TypeVar("T")


class Traces:
    """Makes spans of work and requests, tells another observer too, and sends the spans away."""

    def __init__(self, receiver: str, inner: Observer) -> None:
        resource = Resource.create({"service.name": "paipu", "service.version": VERSION})
        self._provider = TracerProvider(resource=resource)
        exporter = OTLPSpanExporter(f"{receiver.rstrip('/')}/v1/traces", timeout=SEND_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("paipu")
        self._inner = inner

    def close(self) -> None:
        """Send what is left."""
        self._provider.shutdown()

    @contextmanager
    def work(self, name: str) -> Iterator[None]:
        """See `Observer.work`."""
        with self._inner.work(name), self._span(name) as span:
            try:
                yield
            except BaseException as error:
                span.set_attribute("error.type", code_of(error))
                raise

    def answered(self, asked: CommandInfo, answer: Receipt | Refusal) -> None:
        """See `Observer.answered`."""
        self._inner.answered(asked, answer)
        span = trace.get_current_span()
        span.set_attribute("paipu.command", type(asked.command).__name__)
        span.set_attribute("paipu.origin", asked.origin.value)
        if isinstance(answer, Refusal):
            span.set_attribute("paipu.refusal", answer.code)
        else:
            span.set_attribute("paipu.repeated", answer.repeated)

    def carried(self, work: Callable[[], T]) -> Callable[[], T]:
        """See `Observer.carried`."""
        return partial(copy_context().run, work)

    def request(self, parent: str | None) -> AbstractContextManager[trace.Span]:
        """Return what surrounds a request, which may be part of a trace of the client's."""
        context = None if parent is None else _propagator.extract({"traceparent": parent})
        return self._span("request", context=context, kind=SpanKind.SERVER)

    def _span(self, name: str, **given: Any) -> AbstractContextManager[trace.Span]:  # noqa: ANN401 -- what the library takes
        return self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False, **given
        )


class Traced:
    """Makes a span of every request; sockets, which stay open, are in none."""

    def __init__(self, app: ASGIApp, traces: Traces) -> None:
        self._app = app
        self._traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        parents = [value for name, value in scope["headers"] if name == PARENT]
        parent = parents[0].decode("latin-1") if len(parents) == 1 else None
        with self._traces.request(parent) as span:

            async def sending(message: Any) -> None:  # noqa: ANN401 -- whatever ASGI sends
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            try:
                await self._app(scope, receive, sending)
            finally:
                route, method = route_of(scope)
                span.update_name(f"{method} {route}")
                span.set_attribute("http.route", route)
                span.set_attribute("http.request.method", method)
