"""Verifying on a cluster: `replay verify --scheduler ADDRESS`, on the workers of Dask.

Each worker opens log, keys and views itself, by its own settings: no key and no password is sent.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import local
from typing import Any, Final, TypeVar
from uuid import uuid4

from distributed import CancelledError, Client, Future, KilledWorker, Worker, WorkerPlugin
from distributed import get_worker as this_worker

from domain.kernel.text import text, text_of
from domain.log.address import is_postgres, sqlite_path, without_password
from domain.log.errors import LogError
from projections.store.errors import ViewsError
from replay.books import Shelf
from replay.errors import ClusterDiffersError, ClusterUnusableError
from replay.integrity import integrity
from replay.stored import open_to_read
from replay.verify_stretch import Window
from replay.verify_window import Found, Verifier
from replay.verify_workers import AHEAD, Failed, Here, Job, WorkerLostError, in_turn
from replay.views import views_at

R = TypeVar("R")

_AT: Final = text("{said} (on the worker at {where})")
CONNECT_SECONDS: Final = 10
"""How long to wait for the scheduler, and for a first worker."""


SCHEMES: Final = ("tcp", "tls", "ws", "wss")
_ADDRESS: Final = re.compile(
    rf"(?:(?:{'|'.join(SCHEMES)})://)?(?:\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z_.-]+):[0-9]{{1,5}}"
)


class _Client(Client):
    """A client of Dask that leaves nothing behind where it cannot begin.

    Else it is closed when it is thrown away: that waits for its loop, and ends in a traceback.
    """

    def start(self, **kwargs: Any) -> None:  # noqa: ANN401 -- what Dask gives
        """See `Client.start`."""
        try:
            super().start(**kwargs)  # type: ignore[no-untyped-call]  # Dask
        except BaseException:
            self.status = "closed"
            self._loop_runner.stop()
            raise


class Helper(WorkerPlugin):
    """A plugin of Dask by which each worker has what it needs for one verification.

    A worker with other code would judge by other rules, so it is of no use, whenever it has come.
    """

    def __init__(self, job: Job) -> None:
        self.name = f"paipu-verify-{uuid4()}"
        self._job = job
        self._integrity = integrity()

    def setup(self, worker: Worker) -> None:
        """Begin on a worker. What is opened there is opened by the first task of each thread."""
        self._where = str(worker.address)
        self._threads = local()
        self._open = ExitStack()

    def teardown(self, worker: Worker) -> None:
        """Close what was opened on a worker."""
        del worker
        self._open.close()

    def here(self) -> Here | Failed:
        """Return who verifies in this thread of a worker, or why nobody can."""
        if not hasattr(self._threads, "here"):
            self._threads.here = self._begun()
        found: Here | Failed = self._threads.here
        return found

    def _begun(self) -> Here | Failed:
        if integrity() != self._integrity:
            message = text(
                "the worker at {where} has another version of this program", where=self._where
            )
            return Failed(ClusterDiffersError.code, message)
        job = self._job
        try:
            log = self._open.enter_context(open_to_read(job.url))
            views = self._open.enter_context(views_at(job.views))
        except (LogError, ViewsError) as error:
            return Failed(error.code, _AT.of(said=text_of(error), where=self._where))
        return Here(log, Verifier(log, job.choice, job.earlier, views, tree=job.tree))


@contextmanager
def crew_on(scheduler: str, job: Job) -> "Iterator[Cluster]":
    """Return the workers of a cluster as a crew (`replay.verify_workers.Crew`).

    What is asked of them raises `WorkerFailedError`, and `WorkerLostError` when the scheduler is
    gone; what a lost worker had in hand goes to another one. Raises `ClusterUnusableError`.
    """
    if _ADDRESS.fullmatch(scheduler) is None:
        raise ClusterUnusableError(
            text(
                "the address of a scheduler is HOST:PORT, and may begin with {schemes}",
                schemes=", ".join(f"{one}://" for one in SCHEMES),
            )
        )
    helper = Helper(job._replace(url=_sent(job.url), views=job.views and _sent(job.views)))
    with _unusable(scheduler):
        client: Client = _Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]  # likewise
    try:
        with _unusable(scheduler):
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            client.register_plugin(helper, name=helper.name)
        yield Cluster(client, helper.name)
    finally:
        with suppress(Exception):  # it may be gone, and there is nothing more to be lost
            client.unregister_worker_plugin(helper.name)
        client.close()


@contextmanager
def _unusable(scheduler: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        unusable = text("the cluster at {scheduler} cannot be used: {fault}")
        message = unusable.of(scheduler=scheduler, fault=type(error).__name__)
        raise ClusterUnusableError(message) from error


def _sent(url: str) -> str:
    """Return an address as it is sent to workers: no password, and from any working folder."""
    if is_postgres(url):
        return without_password(url)
    path = sqlite_path(url)
    return url if path is None else f"sqlite:///{Path(path).resolve()}"


class Cluster:
    """See `Crew`: the workers of a cluster, as many as there are at any time."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name

    @property
    def size(self) -> int:
        """How many windows are verified at a time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(sum(threads.values()), 1)

    def windows(self, windows: Iterable[Window]) -> Iterator[Found]:
        """See `Crew.windows`."""
        return self._in_turn(_verify, windows)

    def shelves(self, shelves: Iterable[Shelf]) -> Iterator[tuple[str, ...]]:
        """See `Crew.shelves`."""
        return self._in_turn(_prove, shelves)

    def _in_turn(self, work: Callable[[str, Any], R | Failed], tasks: Iterable[Any]) -> Iterator[R]:
        def submit(task: object) -> "Future[R | Failed]":
            # Each is new, for the log may have changed since another run asked the same.
            return self._client.submit(work, self._name, task, pure=False)

        try:
            yield from in_turn(submit, tasks, lambda: self.size * AHEAD)
        except (CancelledError, KilledWorker, OSError) as error:
            lost = text("the cluster was lost before its work was done: {fault}")
            message = lost.of(fault=type(error).__name__)
            raise WorkerLostError(message) from error


def _verify(name: str, window: Window) -> Found | Failed:
    return _done(name, lambda crew: next(crew.windows((window,))))


def _prove(name: str, shelf: Shelf) -> tuple[str, ...] | Failed:
    return _done(name, lambda crew: next(crew.shelves((shelf,))))


def _done(name: str, work: Callable[[Here], R]) -> R | Failed:
    helper = this_worker().plugins[name]
    assert isinstance(helper, Helper)
    here = helper.here()
    if isinstance(here, Failed):
        return here
    try:
        return work(here)
    except (LogError, ViewsError) as error:
        return Failed(error.code, text_of(error))
