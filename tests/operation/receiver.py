"""A receiver of traces: the real protocol, OTLP over HTTP, on a port of loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class Span(NamedTuple):
    """A span as it came: ids in hex, attributes as text."""

    name: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, str]


class Receiver:
    """Takes spans, and keeps them."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.paths: set[str] = set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.paths.add(self.path)
                outer.take(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.end_headers()
                self.wfile.write(ExportTraceServiceResponse().SerializeToString())

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def take(self, asked: ExportTraceServiceRequest) -> None:
        self.spans += [
            Span(
                one.name,
                one.trace_id.hex(),
                one.span_id.hex(),
                one.parent_span_id.hex(),
                {each.key: str(each.value).strip() for each in one.attributes},
            )
            for resource in asked.resource_spans
            for scope in resource.scope_spans
            for one in scope.spans
        ]

    @contextmanager
    def running(self) -> Iterator["Receiver"]:
        """Receive for a while."""
        thread = Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
