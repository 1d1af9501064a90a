"""The checkpointer: a thread that signs the log every so many events or seconds.

Every process of a house has one. They need no agreement: who is second finds nothing new to sign.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Final, NamedTuple

from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.errors import LogError
from domain.log.store import Log

POLL_SECONDS: Final = 1.0
"""How often the log is looked at."""
LONGEST_BACK_OFF: Final = 60.0
_logger: Final = logging.getLogger("paipu.checkpoints")


class Every(NamedTuple):
    """After how many events, and after how many seconds at most, something new is signed."""

    events: int = 1_000
    seconds: int = 60


class Checkpointer:
    """Signs one log. Start it, or drive it by `step`, not both. No error ends it.

    `error` is the code of what went wrong last, or the name of its kind; None when all is well.
    """

    def __init__(
        self,
        log: Log,
        checkpoints: Checkpoints,
        now: Callable[[], datetime],
        every: Every = Every(),  # noqa: B008 -- immutable
    ) -> None:
        self.error: str | None = None
        self._log = log
        self._checkpoints = checkpoints
        self._now = now
        self._every = every
        self._signed = 0
        """The last position when there was nothing new, so that a log at rest is left alone."""
        self._since = now()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="checkpointer", daemon=True)

    def start(self) -> None:
        """Begin to sign."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the checkpoint in hand."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def step(self) -> bool:
        """Sign if it is time to; return whether it did. Raises the log's errors."""
        last = self._log.last_position()
        if last == self._signed:
            return False
        latest = self._checkpoints.latest()
        since = self._since if latest is None else latest.recorded.envelope.recorded_at
        covered = 0 if latest is None else latest.position
        waited = self._now() - since >= timedelta(seconds=self._every.seconds)
        if last - covered < self._every.events and not waited:
            return False
        if self._checkpoints.take() is None:
            self._signed = last
            return False
        return True

    def _run(self) -> None:
        pause = POLL_SECONDS
        while not self._stop.wait(pause):
            try:
                self.step()
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is tried again
                self.error = error.code if isinstance(error, LogError) else type(error).__name__
                _logger.error("no checkpoint was signed (%s)", self.error)  # noqa: TRY400 -- a trace might quote what is stored
                pause = min(2 * pause, LONGEST_BACK_OFF)
            else:
                self.error, pause = None, POLL_SECONDS
