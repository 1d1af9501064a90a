"""Decisions that come while another is being written are written together, each for itself."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic, sleep

import pytest

from domain.log.adapter.gatherer import MOST, Gatherer
from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.table import ClashError


class Slow:
    """A database that keeps the first writer waiting until it is told to go on."""

    def __init__(self, taken: frozenset[str] = frozenset(), *, broken: bool = False) -> None:
        self.calls: list[list[str]] = []
        self.go_on = Event()
        self._taken = taken
        self._broken = broken
        self._last = 0

    def insert(self, rows: Sequence[Stored]) -> Sequence[int]:
        streams = [row.stream for row in rows]
        self.calls.append(streams)
        if len(self.calls) == 1:
            assert self.go_on.wait(30)
        elif self._broken:
            raise LogUnavailableError
        if self._taken & set(streams):
            raise ClashError
        first = self._last + 1
        self._last += len(rows)
        return range(first, self._last + 1)


def rows(name: str) -> list[Stored]:
    return [
        Stored(f"round/{name}", 1, None, "t", b""),
        Stored(f"command/{name}", 1, None, "t", b""),
    ]


def gathered(slow: Slow, names: Sequence[str]) -> dict[str, Future[Sequence[int]]]:
    """Let a writer begin, the others come one after another, and then all go on."""
    gatherer = Gatherer(slow.insert)
    with ThreadPoolExecutor(len(names)) as pool:
        found = {}
        for number, name in enumerate(names):
            found[name] = pool.submit(gatherer.insert, rows(name))
            begun = monotonic()
            while len(gatherer._waiting) < number or not slow.calls:  # noqa: SLF001 -- who waits is seen nowhere else
                assert monotonic() - begun < 30
                sleep(0.001)
        slow.go_on.set()
    return found


def test_who_comes_meanwhile_is_written_together_and_gets_the_own_positions() -> None:
    slow = Slow()
    found = gathered(slow, "abcd")

    assert [len(call) for call in slow.calls] == [2, 6]
    assert {name: list(one.result()) for name, one in found.items()} == {
        "a": [1, 2],
        "b": [3, 4],
        "c": [5, 6],
        "d": [7, 8],
    }


def test_a_clash_is_told_to_whom_it_belongs() -> None:
    found = gathered(Slow(frozenset({"round/c"})), "abcd")

    assert isinstance(found.pop("c").exception(), ClashError)
    assert [list(one.result()) for one in found.values()] == [[1, 2], [3, 4], [5, 6]]


def test_a_failure_is_told_to_all_whom_it_concerns() -> None:
    found = gathered(Slow(broken=True), "abc")

    assert list(found["a"].result()) == [1, 2]
    for name in "bc":
        with pytest.raises(LogUnavailableError, match="send the command again"):
            found[name].result()


def test_not_too_many_at_once_and_none_is_left_behind() -> None:
    slow = Slow()
    names = [f"{number}" for number in range(MOST + 10)]
    found = gathered(slow, names)

    assert [len(call) // 2 for call in slow.calls] == [1, MOST, 9]
    positions = [position for one in found.values() for position in one.result()]
    assert sorted(positions) == list(range(1, 2 * len(names) + 1))


def test_a_lone_writer_is_written_at_once() -> None:
    slow = Slow()
    slow.go_on.set()
    gatherer = Gatherer(slow.insert)

    assert [list(gatherer.insert(rows(name))) for name in "ab"] == [[1, 2], [3, 4]]
