"""The processes that verify windows; each opens the log for itself."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, NamedTuple, Protocol, TypeVar

from domain.kernel.text import Text, text, text_of
from domain.log.errors import LogError
from domain.log.store import Log
from projections.store.errors import ViewsError
from replay.books import Shelf, faults_of_shelf
from replay.errors import CannotAnswerError
from replay.stored import open_to_read
from replay.verify_choice import Choice
from replay.verify_report import Proven
from replay.verify_stretch import Window
from replay.verify_window import Found, Verifier
from replay.views import views_at

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

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
    tree: bool = False


class Failed(NamedTuple):
    """Why a worker could not read the log, in a form that every process can be sent."""

    code: str
    message: Text


class Crew(Protocol):
    """Who verifies: this process, or several others. What they come to is yielded in order."""

    def windows(self, windows: Iterable[Window]) -> Iterator[Found]:
        """Verify windows."""

    def shelves(self, shelves: Iterable[Shelf]) -> Iterator[tuple[str, ...]]:
        """Prove streams that are no rounds, and yield what is wrong with them."""


@contextmanager
def crew_of(job: Job, workers: int) -> Iterator[Crew]:
    """Return whoever verifies: this process if 1 is wanted, otherwise so many others.

    The processes are started afresh instead of copied, so that none has a database connection of
    another. Whatever is asked of them raises `WorkerLostError` when one is killed, and
    `WorkerFailedError`.
    """
    if workers == 1:
        with open_to_read(job.url) as log, views_at(job.views) as views:
            yield Here(log, Verifier(log, job.choice, job.earlier, views, tree=job.tree))
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (job,))
    try:
        yield Workers(pool, workers * AHEAD)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def verify_here(job: Job, windows: Iterable[Window]) -> Generator[Found, None, None]:
    """Verify windows one after another in this process."""
    yield from verify_by_workers(job, windows, 1)


def verify_by_workers(
    job: Job, windows: Iterable[Window], workers: int
) -> Generator[Found, None, None]:
    """Verify windows only, see `crew_of`."""
    with crew_of(job, workers) as crew:
        yield from crew.windows(windows)


class Here:
    """See `Crew`: this process."""

    def __init__(self, log: Log, verifier: Verifier) -> None:
        self._log = log
        self._verifier = verifier

    def windows(self, windows: Iterable[Window]) -> Iterator[Found]:
        """See `Crew.windows`."""
        return map(self._verifier.verify, windows)

    def shelves(self, shelves: Iterable[Shelf]) -> Iterator[tuple[str, ...]]:
        """See `Crew.shelves`."""
        return (tuple(faults_of_shelf(self._log, shelf)) for shelf in shelves)


class Workers:
    """See `Crew`: processes, to which so many tasks are given ahead."""

    def __init__(self, pool: ProcessPoolExecutor, ahead: int) -> None:
        self._pool = pool
        self._ahead = ahead

    def windows(self, windows: Iterable[Window]) -> Iterator[Found]:
        """See `Crew.windows`."""
        return self._in_turn(_verify, windows)

    def shelves(self, shelves: Iterable[Shelf]) -> Iterator[tuple[str, ...]]:
        """See `Crew.shelves`."""
        return self._in_turn(_prove, shelves)

    def _in_turn(self, work: Callable[[T], R | Failed], tasks: Iterable[T]) -> Iterator[R]:
        def submit(task: T) -> Future[R | Failed]:
            with _without_interrupts():
                return self._pool.submit(work, task)

        try:
            yield from in_turn(submit, tasks, lambda: self._ahead)
        except BrokenProcessPool as error:
            message = text("a worker process ended before its work was done; was it killed?")
            raise WorkerLostError(message) from error


class Submitted(Protocol[R_co]):
    """A task that somebody else does."""

    def result(self) -> R_co | Failed:
        """Wait for it and return what it came to."""


def in_turn(
    submit: Callable[[T], Submitted[R]], tasks: Iterable[T], ahead: Callable[[], int]
) -> Iterator[R]:
    """Yield what tasks come to in their order, with so many under way at a time.

    Raises `WorkerFailedError` for the first that failed.
    """
    waiting = iter(tasks)
    under_way: deque[Submitted[R]] = deque()
    while True:
        under_way.extend(map(submit, islice(waiting, max(ahead() - len(under_way), 0))))
        if not under_way:
            return
        found = under_way.popleft().result()
        if isinstance(found, Failed):
            raise WorkerFailedError(found)
        yield found


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C: it is for the one that started them to end them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_open = ExitStack()
_crew: Here | Failed = Failed("log_unavailable", text("the log was not opened"))


def _begin(job: Job) -> None:
    """Open the log, once for a process, which ends with the one that started it."""
    Thread(target=_end_with_parent, daemon=True).start()
    global _crew  # noqa: PLW0603 -- a pool has no other place for what a process keeps
    try:
        log, views = open_to_read(job.url), _open.enter_context(views_at(job.views))
    except (LogError, ViewsError) as error:
        _crew = Failed(error.code, text_of(error))
    else:
        _crew = Here(log, Verifier(log, job.choice, job.earlier, views, tree=job.tree))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _verify(window: Window) -> Found | Failed:
    return _done(lambda crew: next(crew.windows((window,))))


def _prove(shelf: Shelf) -> tuple[str, ...] | Failed:
    return _done(lambda crew: next(crew.shelves((shelf,))))


def _done(work: Callable[[Here], R]) -> R | Failed:
    if isinstance(_crew, Failed):
        return _crew
    try:
        return work(_crew)
    except (LogError, ViewsError) as error:
        return Failed(error.code, text_of(error))


def processors() -> int:
    """Return how many processes can work at a time on this machine."""
    return os.cpu_count() or 1
