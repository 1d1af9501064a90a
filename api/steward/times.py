"""What is due when: one thing for each name, the earliest first. It knows no clock."""

from heapq import heapify, heappop, heappush
from typing import Final, Generic, NamedTuple, TypeVar

Thing = TypeVar("Thing")

_SPARE: Final = 64
"""Outdated entries that are borne before the queue is made anew."""


class _Entry(NamedTuple):
    """A place in the queue; `number` tells it from earlier ones of the same name."""

    due_ms: int
    number: int
    name: str


class Times(Generic[Thing]):
    """Things by the time that each is due, in milliseconds. A change costs O(log n).

    What is changed or dropped stays in the queue, outdated, until its time comes, or until half of
    the queue is outdated.
    """

    def __init__(self) -> None:
        self._queue: list[_Entry] = []
        self._current: dict[str, tuple[_Entry, Thing]] = {}
        self._numbers = 0

    def set(self, name: str, due_ms: int, thing: Thing) -> None:
        """Have the thing of this name due then, in the place of what it had before."""
        self._numbers += 1
        entry = _Entry(due_ms, self._numbers, name)
        self._current[name] = entry, thing
        heappush(self._queue, entry)
        self._tidy()

    def drop(self, name: str) -> None:
        """Have nothing due under this name."""
        self._current.pop(name, None)
        self._tidy()

    def get(self, name: str) -> Thing | None:
        """Return what will be due under this name."""
        found = self._current.get(name)
        return None if found is None else found[1]

    def due(self, now_ms: int) -> list[Thing]:
        """Return all that is due by now, the longest due first. It stays until it is dropped."""
        found: list[tuple[_Entry, Thing]] = []
        while (first := self._first()) is not None and first.due_ms <= now_ms:
            found.append(self._current[first.name])
            heappop(self._queue)
        for entry, _ in found:
            heappush(self._queue, entry)
        return [thing for _, thing in found]

    def next_ms(self) -> int | None:
        """Return when the next thing is due, None if nothing is."""
        first = self._first()
        return None if first is None else first.due_ms

    def _first(self) -> _Entry | None:
        while self._queue and not self._is_current(self._queue[0]):
            heappop(self._queue)
        return self._queue[0] if self._queue else None

    def _is_current(self, entry: _Entry) -> bool:
        found = self._current.get(entry.name)
        return found is not None and found[0] is entry

    def _tidy(self) -> None:
        if len(self._queue) > 2 * len(self._current) + _SPARE:
            self._queue = [entry for entry, _ in self._current.values()]
            heapify(self._queue)
