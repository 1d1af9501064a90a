"""Ports of loopback for the services of tests.

Between the moment when a port is found free and the one when a service takes it, a second or more,
nobody else may come to it: neither a connection that goes out, which gets any port of the system's
own range, nor a test in another process, which begins to look somewhere else.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Final

_LOWEST: Final = 10_000
_BEYOND: Final = 32_000
"""The ports from here on are those of connections that go out, on Linux and elsewhere."""


def _from_anywhere() -> Iterator[int]:
    ports = range(_LOWEST, _BEYOND)
    first = Random(os.getpid()).randrange(len(ports))
    return cycle([*ports[first:], *ports[:first]])


_next: Final = _from_anywhere()


def free_port() -> int:
    """Return a port that is free now, and that this process has not been given before."""
    for port in _next:
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    message = "no port is free"
    raise AssertionError(message)
