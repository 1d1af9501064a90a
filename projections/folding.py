"""Views of streams as a runner keeps them: in memory while it runs, else folded from the log."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from domain.log.envelope import Recorded
from domain.log.store import Log

V = TypeVar("V")

KEPT: Final = 10_000
"""Views kept in memory; the one that was not touched for longest goes first."""


class Folded(Generic[V]):
    """The view of each stream as far as the log has been followed.

    Nothing of it needs storing: after a restart the view of a stream that goes on is folded once
    more from the stream's own events.
    """

    def __init__(self, log: Log, empty: V, project: Callable[[V, Recorded], V]) -> None:
        self._log = log
        self._empty = empty
        self._project = project
        self._views: dict[str, V] = {}

    def of(self, stream: str, before: int) -> V:
        """Return a stream's view after everything before a position of the log."""
        view = self._views.get(stream)
        if view is None:
            view = self._empty
            for recorded in self._log.read(stream):
                if (recorded.position or 0) < before:
                    view = self._project(view, recorded)
        return view

    def before(self, fact: Recorded) -> V:
        """Return the view of a fact's stream just before that fact."""
        if fact.version == 1:
            return self._empty
        return self.of(fact.stream, fact.position or 0)

    def keep(self, stream: str, view: V) -> None:
        """Remember what a stream's view has become."""
        self._views.pop(stream, None)
        self._views[stream] = view
        if len(self._views) > KEPT:
            del self._views[next(iter(self._views))]

    def drop(self, stream: str) -> None:
        """Forget the view of a stream that is over."""
        self._views.pop(stream, None)

    def forget(self) -> None:
        """Forget every view: what was folded last has not become true."""
        self._views.clear()
