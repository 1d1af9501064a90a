"""Hearing from a PostgreSQL server that somebody has written events."""

import threading
from contextlib import suppress
from typing import Final

import psycopg

from domain.log.adapter.bell import Bell

CHANNEL: Final = "paipu_events"
LOOK_SECONDS: Final = 0.2
"""How long closing may take."""
REST_SECONDS: Final = 0.01
"""How long it rests after a notification: those that come meanwhile ring once more together."""
AGAIN_SECONDS: Final = 1.0
"""How long after a lost connection the next is tried."""


class Listener:
    """A thread with a connection of its own that rings a bell at every notification.

    Notifications carry nothing; readers look for themselves. One that is lost is only a delay,
    since readers look without being told, too. A lost connection is made anew.
    """

    def __init__(self, info: str, bell: Bell) -> None:
        self._info = info
        self._bell = bell
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def start(self) -> None:
        """Begin to listen, unless it has begun before."""
        with self._starting:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name="listen", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        with self._starting:
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            with suppress(psycopg.Error):
                self._listen()
            self._stop.wait(AGAIN_SECONDS)

    def _listen(self) -> None:
        with psycopg.connect(self._info, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._bell.ring()  # for what was written before it listened
            while not self._stop.is_set():
                if any(connection.notifies(timeout=LOOK_SECONDS, stop_after=1)):
                    self._bell.ring()
                    self._stop.wait(REST_SECONDS)
