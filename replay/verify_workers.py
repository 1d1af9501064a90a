"""The processes that verify windows; each opens the log for itself."""

import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, NamedTuple

from domain.log.errors import LogError
from projections.store.errors import ViewsError
from replay.errors import CannotAnswerError
from replay.stored import open_to_read
from replay.verify_choice import Choice
from replay.verify_report import Proven
from replay.verify_stretch import Window
from replay.verify_window import Found, Verifier
from replay.views import views_at

AHEAD: Final = 3
"""Windows under way or done early, for each worker: what bounds memory."""


class WorkerLostError(CannotAnswerError):
    """A worker process ended before its work was done."""

    code = "worker_lost"


class WorkerFailedError(CannotAnswerError):
    """A worker could not read the log; `code` is that of its own failure."""

    def __init__(self, failed: "Failed") -> None:
        super().__init__(failed.message)
        self.code = failed.code


class Job(NamedTuple):
    """What all workers are to do."""

    url: str
    choice: Choice
    earlier: Proven
    views: str | None = None


class Failed(NamedTuple):
    """Why a worker could not read the log, in a form that every process can be sent."""

    code: str
    message: str


def verify_here(job: Job, windows: Iterable[Window]) -> Generator[Found, None, None]:
    """Verify windows one after another in this process."""
    with open_to_read(job.url) as log, views_at(job.views) as views:
        verifier = Verifier(log, job.choice, job.earlier, views)
        yield from map(verifier.verify, windows)


def verify_by_workers(
    job: Job, windows: Iterable[Window], workers: int
) -> Generator[Found, None, None]:
    """Verify windows in processes of their own, and yield what they came to, in order.

    The processes are started afresh instead of copied, so that none has a database connection of
    another. Raises `WorkerLostError` when one is killed, `WorkerFailedError`.
    """
    waiting = iter(windows)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (job,))
    try:
        under_way: deque[Future[Found | Failed]] = deque()
        while True:
            for window in islice(waiting, workers * AHEAD - len(under_way)):
                with _without_interrupts():
                    under_way.append(pool.submit(_verify, window))
            if not under_way:
                return
            found = under_way.popleft().result()
            if isinstance(found, Failed):
                raise WorkerFailedError(found)
            yield found
    except BrokenProcessPool as error:
        message = "a worker process ended before its work was done; was it killed?"
        raise WorkerLostError(message) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C: it is for the one that started them to end them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_open = ExitStack()
_verifier: Verifier | Failed = Failed("log_unavailable", "the log was not opened")


def _begin(job: Job) -> None:
    """Open the log, once for a process, which ends with the one that started it."""
    Thread(target=_end_with_parent, daemon=True).start()
    global _verifier  # noqa: PLW0603 -- a pool has no other place for what a process keeps
    try:
        log, views = open_to_read(job.url), _open.enter_context(views_at(job.views))
    except (LogError, ViewsError) as error:
        _verifier = Failed(error.code, str(error))
    else:
        _verifier = Verifier(log, job.choice, job.earlier, views)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _verify(window: Window) -> Found | Failed:
    if isinstance(_verifier, Failed):
        return _verifier
    try:
        return _verifier.verify(window)
    except (LogError, ViewsError) as error:
        return Failed(error.code, str(error))


def processors() -> int:
    """Return how many processes can work at a time on this machine."""
    return os.cpu_count() or 1
