"""Where metrics are read: an address of their own, which no client of the service reaches."""

import logging
from threading import Event, Thread
from typing import Final
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, start_http_server

from replay.registry import host_and_port

SETTING: Final = "PAIPU_METRICS"
AGAIN_SECONDS: Final = 1.0
MOST_PORTS: Final = 1 << 16
_logger: Final = logging.getLogger("paipu.metrics")


class Listener:
    """Answers `GET /metrics` at an address, in threads of its own.

    Of several workers each takes the first port that is free, from the one that is set upward, so
    that each is read by itself. One that finds none, as while it takes another's place, waits.
    """

    def __init__(self, address: str, registry: CollectorRegistry, workers: int) -> None:
        self._host, self._port = host_and_port(address)
        self._registry = registry
        self._workers = workers
        self._stop = Event()
        self._server: WSGIServer | None = None
        self._thread = Thread(target=self._begin, name="metrics", daemon=True)

    def start(self) -> None:
        """Begin to listen, or to wait for a port."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def _begin(self) -> None:
        told, reason = False, ""
        while not self._stop.is_set():
            for port in range(self._port, min(self._port + self._workers, MOST_PORTS)):
                try:
                    self._server, _ = start_http_server(port, self._host, self._registry)
                except OSError as error:
                    reason = error.strerror or "no such address"
                else:
                    return
            if not told:
                _logger.warning("metrics cannot be read at %s yet: %s", self._host, reason)
                told = True
            self._stop.wait(AGAIN_SECONDS)
