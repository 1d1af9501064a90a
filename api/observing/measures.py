"""The metrics of one process that are counted as things happen, ready to be read at any time.

What a house is like, rather than what has happened, is asked when it is read: see `seen`.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from time import perf_counter
from types import TracebackType
from typing import Final, Self, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from api.observing.observer import Unobserved
from domain.kernel.refusal import Refusal
from domain.log.errors import LogError
from domain.log.store import CommandInfo, Receipt
from projections.store.errors import ViewsError

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The bounds of durations."""
HTTP, SOCKET, STREAM = "http", "websocket", "sse"
"""What can be open."""


T = TypeVar("T")


class Measures(Unobserved):
    """All that is counted in one process. Labels that came before are found in a dictionary."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call] # of no use, and twice the size
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        requests = Counter(
            "paipu_http_requests",
            "Requests answered, by the route's template",
            ("route", "method", "status"),
            registry=registry,
        )
        seconds = Histogram(
            "paipu_http_request_seconds",
            "From a request to the end of its answer; streams are not among them",
            ("route", "method"),
            buckets=SECONDS,
            registry=registry,
        )
        self.requests = Bound(requests.labels)
        self.request_seconds = Bound(seconds.labels)
        opened = Gauge(
            "paipu_open", "Requests, sockets and streams in hand", ("kind",), registry=registry
        )
        self.open = {kind: opened.labels(kind) for kind in (HTTP, SOCKET, STREAM)}
        closed = Counter(
            "paipu_sockets_closed",
            "Sockets that this process closed, by their code; 1013: cut off for being slow",
            ("route", "code"),
            registry=registry,
        )
        self.sockets_closed = Bound(closed.labels)
        self._count_work(registry)
        self._count_commands(registry)

    def _count_work(self, registry: CollectorRegistry) -> None:
        work = Histogram(
            "paipu_work_seconds",
            "How long a piece of work took, whatever came of it",
            ("work",),
            buckets=SECONDS,
            registry=registry,
        )
        failures = Counter(
            "paipu_work_failures",
            "Work that ended by an error, by its code; version_conflict: lost a race, done again",
            ("work", "code"),
            registry=registry,
        )
        self._work = Bound(work.labels)
        self._failures = Bound(failures.labels)

    def _count_commands(self, registry: CollectorRegistry) -> None:
        commands = Counter(
            "paipu_commands",
            "Commands decided in this process, by what came of them",
            ("command", "origin", "outcome"),
            registry=registry,
        )
        refusals = Counter("paipu_refusals", "Refused commands", ("code",), registry=registry)
        self._commands = Bound(commands.labels)
        self._refusals = Bound(refusals.labels)
        self._events = Counter(
            "paipu_events_appended", "Events written by this process", registry=registry
        )

    def work(self, name: str) -> AbstractContextManager[object]:
        """See `Observer.work`."""
        return Timed(self._work[(name,)], self._failures, name)

    def answered(self, asked: CommandInfo, answer: Receipt | Refusal) -> None:
        """See `Observer.answered`."""
        if isinstance(answer, Refusal):
            outcome = "refused"
            self._refusals[(answer.code,)].inc()
        else:
            outcome = "repeated" if answer.repeated else "accepted"
            if not answer.repeated:
                self._events.inc(len(answer.positions))
        self._commands[type(asked.command).__name__, asked.origin.value, outcome].inc()


class Bound(dict[tuple[str, ...], T]):
    """A metric's children by their labels, each made when it is first needed."""

    def __init__(self, bind: Callable[..., T]) -> None:
        super().__init__()
        self._bind = bind

    def __missing__(self, labels: tuple[str, ...]) -> T:
        found = self[labels] = self._bind(*labels)
        return found


class Timed:
    """Takes the time of a piece of work, and counts it by its code if it fails."""

    __slots__ = ("_began", "_failures", "_name", "_seconds")

    def __init__(self, seconds: Histogram, failures: Bound[Counter], name: str) -> None:
        self._seconds = seconds
        self._failures = failures
        self._name = name

    def __enter__(self) -> Self:
        self._began = perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._seconds.observe(perf_counter() - self._began)
        if kind is not None:
            self._failures[self._name, code_of(error)].inc()


def code_of(error: BaseException | None) -> str:
    """Return the code of an error, or its kind; never its text, which may quote what is stored."""
    return error.code if isinstance(error, LogError | ViewsError) else type(error).__name__
