"""What the service says about itself: lines on standard error, of text or of JSON."""

import logging
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Any, Final, Literal

import msgspec

from api.service.current import CURRENT
from api.service.door import Answered, where
from replay.configuration import setting

TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FLUSH_SECONDS: Final = 0.2
WAITING: Final = 20_000
"""Lines that wait to be written; where nobody takes them, those that come then are lost."""
AT_ONCE: Final = 4096
"""Bytes that several processes can write to one pipe without breaking each other's lines."""
TOLD_ADDRESSES: Final = frozenset((401, 403, 429))
"""Of whom an address is told: of those who were not let in, and of nobody else."""
_encode: Final = msgspec.json.Encoder().encode


def log_format() -> Literal["json", "text"]:
    """Return how lines are written: as is set, else text at a terminal, and JSON elsewhere."""
    chosen = setting("PAIPU_LOG_FORMAT") or ("text" if sys.stderr.isatty() else "json")
    return "json" if chosen == "json" else "text"


def log_to_stderr() -> None:
    """Have warnings and worse written to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if log_format() == "json" else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def moment(seconds: float) -> str:
    """Return a time as it stands in a line."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


class Lines(logging.Formatter):
    """Lines of JSON; of an exception the kind and the places, never its text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        asked = CURRENT.get()
        line: dict[str, Any] = {
            "at": moment(record.created),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if asked is not None:
            line["request"] = asked.id
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = where(record.exc_info[1])
        return _encode(line).decode()


class RequestLog:
    """A line for each request, gathered and written by a thread a few times a second."""

    def __init__(self, descriptor: int = 2) -> None:
        self._descriptor = descriptor
        self._waiting: deque[tuple[float, Answered]] = deque()
        self._lost = 0
        self._stop = Event()
        self._thread = Thread(target=self._run, name="requests", daemon=True)

    def __call__(self, answered: Answered) -> None:
        """Take in what a request came to."""
        if len(self._waiting) < WAITING:
            self._waiting.append((time.time(), answered))
        else:
            self._lost += 1

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write what is taken in, and at the end what is left of it."""
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self._thread.join(1)

    def _run(self) -> None:
        while not self._stop.wait(FLUSH_SECONDS):
            self._write()
        self._write()

    def _write(self) -> None:
        waiting, block = self._waiting, b""
        while waiting:
            line = line_of(*waiting.popleft())
            if len(block) + len(line) > AT_ONCE:
                self._put(block)
                block = b""
            block += line
        lost, self._lost = self._lost, 0
        if lost:
            message = f"{lost} lines of requests are lost: nobody took them in time"
            block += _encode({"at": moment(time.time()), "level": "WARNING", "message": message})
            block += b"\n"
        if block:
            self._put(block)

    def _put(self, block: bytes) -> None:
        with suppress(OSError):  # nobody takes it
            os.write(self._descriptor, block)


def line_of(at: float, answered: Answered) -> bytes:
    """Return the line of a request: no path, no query, no name."""
    line: dict[str, Any] = {
        "at": moment(at),
        "level": "INFO",
        "logger": "paipu.request",
        "request": answered.request,
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "ms": round(answered.seconds * 1_000, 3),
        "role": answered.role,
        "code": answered.code,
    }
    if answered.status in TOLD_ADDRESSES:
        line["address"] = answered.address
    return _encode(line) + b"\n"
