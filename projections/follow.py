"""Keeping projections up with the log: one thread for all of them, which no error ends."""

import logging
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import nullcontext
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Final, Self

import msgspec

from domain.log.errors import LogError, LogUnavailableError
from domain.log.store import Log
from projections.projection import Projection
from projections.runner import BATCH, Around, Batch, Page, Runner
from projections.store.engine import Views
from projections.store.errors import LostRaceError, ViewsError

POLL_SECONDS: Final = 1.0
"""How long it is trusted that one would have been told of news before one looks by oneself."""
REST_SECONDS: Final = 0.25
"""How long is rested after a batch: news of a busy log costs a fifth in few batches."""
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


class LogAwayError(LogUnavailableError):
    """The page that all want was not read: the trouble of everybody, not of one who reads it."""


class Follower:
    """One of several projections that follow the log together: how it does, and when it is due."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.due = 0.0
        """Before this moment of the monotonic clock it is not tried again."""
        self.alone = False
        """Whether it is tried by itself: its last attempt by itself failed."""
        self._lock = Lock()
        self._health = Health(name=runner.projection.name, position=0, failures=0, error=None)

    def health(self) -> Health:
        """Return how it does, and how far it is, also in the middle of much that is new."""
        with self._lock:
            seen = self._health
        return msgspec.structs.replace(
            seen, position=max(seen.position, self.runner.reached.position)
        )

    def well(self) -> None:
        """Note that all went well."""
        self.alone = False
        if self._health.failures:
            self._note(0, None)

    def failed(self, error: Exception) -> None:
        """Note an error, tell of it, and put the next attempt off."""
        failures = self._health.failures + 1
        code = error.code if isinstance(error, LogError | ViewsError) else type(error).__name__
        self._note(failures, code)
        pause = min(BACK_OFF_SECONDS * 2 ** min(failures - 1, 10), LONGEST_BACK_OFF)
        self.due = time.monotonic() + pause
        told = "projection %s failed (%s, attempt %d); again in %.1f s"
        _logger.error(told, self._health.name, code, failures, pause)

    @property
    def failing(self) -> bool:
        """Whether the last attempt failed."""
        return self._health.failures > 0

    def _note(self, failures: int, error: str | None) -> None:
        # Where it stands is not asked of a database that may be the trouble.
        position = self._health.position if failures else self.runner.position
        with self._lock:
            self._health = msgspec.structs.replace(
                self._health, position=position, failures=failures, error=error
            )


class Following:
    """Several projections that follow one log together; a context in which they run.

    What comes is read and decoded once for all who are equally far, and written in one transaction.
    If that fails each is tried by itself, so that the trouble of one keeps no other from going on;
    but if the log cannot be read, all are tried together again, as each would wait for it as long.
    Enter it, or drive it by `look`, not both.
    """

    def __init__(  # noqa: PLR0913 -- its parts, and what may differ
        self,
        projections: Iterable[Projection],
        log: Log,
        views: Views,
        *,
        batch: int = BATCH,
        poll: float = POLL_SECONDS,
        around: Around = nullcontext,
    ) -> None:
        runners = [Runner(one, log, views, batch=batch, around=around) for one in projections]
        self._followers = {one.projection.name: Follower(one) for one in runners}
        self._log = log
        self._views = views
        self._batch = batch
        self._poll = poll
        self._around = around
        self._stop = Event()
        self._thread = Thread(target=self._run, name="projections", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop, and wait until the batch in hand is written, or the attempt in hand has failed."""
        self._stop.set()
        self._thread.join()

    def wait(self, name: str, position: int, timeout: float) -> bool:
        """Wait until the rows show a position of the log, such as a receipt's last: True if so."""
        return self._followers[name].runner.reached.wait(position, timeout)

    def health(self) -> list[Health]:
        """Return how each does."""
        return [follower.health() for follower in self._followers.values()]

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                rest = self.look()
                if rest is None:
                    self._wait()
                else:
                    self._stop.wait(rest)
            except Exception as error:  # noqa: BLE001 -- whatever it is, following goes on and tells of it
                _put_off(self._followers.values(), error)
                self._stop.wait(self._patience())

    def _wait(self) -> None:
        """Wait for news for those who do well, or until somebody is to be tried again."""
        followers = self._followers.values()
        reached = [one.runner.position for one in followers if not one.failing]
        if reached:
            self._log.wait_beyond(min(reached), self._patience())
        else:
            self._stop.wait(self._patience())

    def _patience(self) -> float:
        """Return how long may be waited until somebody is to be tried again."""
        failing = [one.due for one in self._followers.values() if one.failing]
        return min(self._poll, max(min(failing, default=float("inf")) - time.monotonic(), 0.0))

    def look(self) -> float | None:
        """Project a batch of what is new; return how long to rest then, None if nothing was."""
        now = time.monotonic()
        due = [one for one in self._followers.values() if one.due <= now]
        rests = [self._each([one for one in due if one.alone])]
        if not self._stop.is_set():
            rests.append(self._together([one for one in due if not one.alone]))
        return _least(rests)

    def _each(self, followers: list[Follower]) -> float | None:
        """Project a batch for each by itself, as each may wait long: none more once it stops."""
        return _least([self._alone(one) for one in followers if not self._stop.is_set()])

    def _together(self, followers: list[Follower]) -> float | None:
        """Project a batch for some who do well, all of it or nothing."""
        try:
            batches = self._written(followers)
        except LostRaceError:
            return 0.0
        except LogAwayError as error:
            _put_off(followers, error)
            return None
        except Exception:  # noqa: BLE001 -- whatever it is, it comes again to whom it belongs
            return self._each(followers)
        for one in followers:
            one.well()
        if not batches:
            return None
        return 0.0 if any(one.more for one in batches) else REST_SECONDS

    def _written(self, followers: list[Follower]) -> list[Batch]:
        runners = [one.runner for one in followers]
        try:
            batches = self._next(runners)
            if batches:
                with self._around("projection"):
                    self._write(batches)
        except BaseException:
            for runner in runners:
                runner.forget()
            raise
        for runner, batch in batches:
            runner.written(batch)
        return [batch for _, batch in batches]

    def _next(self, runners: list[Runner]) -> list[tuple[Runner, Batch]]:
        """Return what comes next for each for whom there is something: a page for each place."""
        at: defaultdict[int, list[Runner]] = defaultdict(list)
        for runner in runners:
            at[runner.place().position].append(runner)
        found: list[tuple[Runner, Batch]] = []
        for position, some in at.items():
            topics = sorted({topic for one in some for topic in one.projection.topics})
            try:
                page = Page(self._log, position, topics, self._batch)
            except LogUnavailableError as error:
                if len(at) > 1:  # perhaps only what one wants who is behind
                    raise
                raise LogAwayError(*error.args) from error
            found += [(one, batch) for one in some if (batch := one.next(page)) is not None]
        return found

    def _write(self, batches: list[tuple[Runner, Batch]]) -> None:
        folded = [(runner, batch, runner.fold(batch)) for runner, batch in batches]
        with self._views.writing() as connection:
            for runner, batch, changes in folded:
                runner.write(connection, batch, changes)

    def _alone(self, follower: Follower) -> float | None:
        """Project a batch for one; what it lacks then is read in the next one."""
        try:
            facts = follower.runner.step()
        except LostRaceError:
            return 0.0
        except Exception as error:  # noqa: BLE001 -- likewise, and it is told
            follower.alone = True
            follower.failed(error)
            return None
        follower.well()
        return None if facts is None else 0.0


def _put_off(followers: Iterable[Follower], error: Exception) -> None:
    """Note an error of several, who are all tried again at the same moment, that of the last."""
    some = list(followers)
    for one in some:
        one.failed(error)
    due = max((one.due for one in some), default=0.0)
    for one in some:
        one.due = due


def _least(rests: Iterable[float | None]) -> float | None:
    return min((one for one in rests if one is not None), default=None)
