"""Keeping projections up with the log: a thread for each, which no error ends."""

import logging
from contextlib import nullcontext
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Final, Self

import msgspec

from domain.log.errors import LogError
from domain.log.store import Log
from projections.projection import Projection
from projections.runner import BATCH, Around, Runner
from projections.store.engine import Views
from projections.store.errors import ViewsError

POLL_SECONDS: Final = 1.0
"""How long a runner trusts that it would have been told of news before it looks by itself."""
REST_SECONDS: Final = 0.25
"""How long a runner rests after a batch: news of a busy log costs a fifth in few batches."""
BACK_OFF_SECONDS: Final = 0.1
LONGEST_BACK_OFF: Final = 10.0

_logger: Final = logging.getLogger("paipu.projections")


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How a projection does: how far it is, and what stopped it if it is waiting to try again.

    `failures` counts the attempts that failed since the last success; `error` is the code of the
    last one, or its type.
    """

    name: str
    position: int
    failures: int
    error: str | None


class Follower:
    """Follows the log with one projection: catches up, waits for news, and again."""

    def __init__(  # noqa: PLR0913 -- its parts, and what may differ
        self,
        projection: Projection,
        log: Log,
        views: Views,
        *,
        batch: int = BATCH,
        poll: float = POLL_SECONDS,
        around: Around = nullcontext,
    ) -> None:
        self._runner = Runner(projection, log, views, batch=batch, around=around)
        self._log = log
        self._poll = poll
        self._stop = Event()
        self._lock = Lock()
        self._health = Health(name=projection.name, position=0, failures=0, error=None)
        self._thread = Thread(target=self._run, name=f"projection {projection.name}", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def end(self) -> None:
        """Tell it to stop, without waiting."""
        self._stop.set()

    def stop(self) -> None:
        """Stop, and wait until the batch in hand is written."""
        self.end()
        self._thread.join()

    def health(self) -> Health:
        """Return how it does, and how far it is, also in the middle of much that is new."""
        with self._lock:
            seen = self._health
        return msgspec.structs.replace(
            seen, position=max(seen.position, self._runner.reached.position)
        )

    def wait(self, position: int, timeout: float) -> bool:
        """Wait until the rows show a position of the log, such as a receipt's last: True if so."""
        return self._runner.reached.wait(position, timeout)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._runner.catch_up(self._stop, rest=REST_SECONDS)
                self._note(0, None)
                self._log.wait_beyond(self._runner.position, self._poll)
            except Exception as error:  # noqa: BLE001 -- whatever it is, following goes on and tells of it
                self._failed(error)

    def _failed(self, error: Exception) -> None:
        failures = self.health().failures + 1
        code = type(error).__name__
        if isinstance(error, LogError | ViewsError):
            code = error.code
        self._note(failures, code)
        pause = min(BACK_OFF_SECONDS * 2 ** min(failures - 1, 10), LONGEST_BACK_OFF)
        _logger.error(
            "projection %s failed (%s, attempt %d); again in %.1f s",
            self._runner.projection.name,
            code,
            failures,
            pause,
        )
        self._stop.wait(pause)

    def _note(self, failures: int, error: str | None) -> None:
        name, position = self._runner.projection.name, self._runner.position
        with self._lock:
            if failures:  # where it stands is not asked of a database that may be the trouble
                position = self._health.position
            self._health = Health(name=name, position=position, failures=failures, error=error)


class Following:
    """Several projections that follow one log together; a context in which they run."""

    def __init__(self, followers: list[Follower]) -> None:
        self._followers = {follower.health().name: follower for follower in followers}

    def __enter__(self) -> Self:
        for follower in self._followers.values():
            follower.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for follower in self._followers.values():
            follower.end()
        for follower in self._followers.values():
            follower.stop()

    def wait(self, name: str, position: int, timeout: float) -> bool:
        """Wait until a projection shows a position of the log: True if it does in time."""
        return self._followers[name].wait(position, timeout)

    def health(self) -> list[Health]:
        """Return how each does."""
        return [follower.health() for follower in self._followers.values()]
