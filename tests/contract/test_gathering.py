"""Decisions that come while another is being written are written together, each for itself."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import monotonic, sleep

import pytest

from domain.log.adapter.gatherer import MOST, Gatherer
from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.table import ClashError, Drafted, Outcome

Found = Future[Sequence[int]]
Asks = Callable[[Gatherer, str], Found]


class Slow:
    """A database that keeps the first writer waiting until it is told to go on."""

    def __init__(self, taken: str = "", *, broken: bool = False, poison: str = "") -> None:
        self.calls: list[str] = []
        self.go_on = Event()
        self._taken = taken
        self._broken = broken
        self._poison = poison
        self._last = 0

    def append(self, decisions: Sequence[Drafted]) -> Sequence[Sequence[int] | None]:
        names = "".join(one.rows[0].stream for one in decisions)
        self.calls.append(names)
        if len(self.calls) == 1:
            assert self.go_on.wait(30)
        elif self._broken:
            raise LogUnavailableError
        if set(self._poison) & set(names):
            raise OverflowError
        return [self._written(one) for one in decisions]

    def _written(self, one: Drafted) -> Sequence[int] | None:
        if one.rows[0].stream in self._taken:
            return None
        self._last += len(one.rows)
        return range(self._last - len(one.rows) + 1, self._last + 1)


def drafted(name: str) -> Drafted:
    return Drafted([Stored(name, 1, None, "t", b""), Stored(f"command/{name}", 1, None, "t", b"")])


@contextmanager
def asking(kind: str) -> Iterator[Asks]:
    """Yield what asks: a thread that waits, or somebody who is told."""
    with ThreadPoolExecutor(MOST + 10) as pool:

        def told(gatherer: Gatherer, name: str) -> Found:
            found: Found = Future()

            def conclude(outcome: Outcome) -> None:
                try:
                    found.set_result(outcome.outcome())
                except Exception as error:
                    found.set_exception(error)
                    raise  # what it raises reaches nobody else

            gatherer.put(drafted(name), conclude)
            return found

        def waited(gatherer: Gatherer, name: str) -> Found:
            return pool.submit(gatherer.insert, drafted(name))

        turns = iter([told, waited] * MOST)

        def both(gatherer: Gatherer, name: str) -> Found:
            return next(turns)(gatherer, name)

        yield {"told": told, "waited": waited, "both": both}[kind]


@pytest.fixture(params=["told", "waited", "both"])
def asks(request: pytest.FixtureRequest) -> Iterator[Asks]:
    with asking(request.param) as asks:
        yield asks


def gathered(slow: Slow, asks: Asks, names: Sequence[str]) -> dict[str, Found]:
    """Let a writer begin, the others come one after another, and then all go on."""
    gatherer = Gatherer(slow.append)
    found = {}
    for number, name in enumerate(names):
        found[name] = asks(gatherer, name)
        begun = monotonic()
        while len(gatherer._waiting) < number or not slow.calls:  # noqa: SLF001 -- who waits is seen nowhere else
            assert monotonic() - begun < 30
            sleep(0.001)
    slow.go_on.set()
    for one in found.values():
        one.exception(30)
    gatherer.close()
    return found


def test_who_comes_meanwhile_is_written_together_and_gets_the_own_positions(asks: Asks) -> None:
    slow = Slow()
    found = gathered(slow, asks, "abcd")

    assert slow.calls == ["a", "bcd"]
    assert {name: list(one.result()) for name, one in found.items()} == {
        "a": [1, 2],
        "b": [3, 4],
        "c": [5, 6],
        "d": [7, 8],
    }


def test_a_clash_is_told_to_whom_it_belongs(asks: Asks) -> None:
    found = gathered(Slow(taken="c"), asks, "abcd")

    assert isinstance(found.pop("c").exception(), ClashError)
    assert [list(one.result()) for one in found.values()] == [[1, 2], [3, 4], [5, 6]]


def test_what_cannot_even_be_put_to_the_database_harms_no_other(asks: Asks) -> None:
    slow = Slow(poison="b")
    found = gathered(slow, asks, "abcd")

    assert slow.calls == ["a", "bcd", "b", "c", "d"]
    assert isinstance(found.pop("b").exception(), OverflowError)
    assert [list(one.result()) for one in found.values()] == [[1, 2], [3, 4], [5, 6]]


def test_a_failure_is_told_to_all_whom_it_concerns(asks: Asks) -> None:
    found = gathered(Slow(broken=True), asks, "abc")

    assert list(found["a"].result()) == [1, 2]
    for name in "bc":
        with pytest.raises(LogUnavailableError, match="send the command again"):
            found[name].result()


def test_not_too_many_at_once_and_none_is_left_behind(asks: Asks) -> None:
    slow = Slow()
    names = [chr(number) for number in range(0x4E00, 0x4E00 + MOST + 10)]
    found = gathered(slow, asks, names)

    assert [len(call) for call in slow.calls] == [1, MOST, 9]
    positions = [position for one in found.values() for position in one.result()]
    assert sorted(positions) == list(range(1, 2 * len(names) + 1))


def test_who_comes_alone_is_written_at_once(asks: Asks) -> None:
    slow = Slow()
    slow.go_on.set()
    gatherer = Gatherer(slow.append)

    assert [list(asks(gatherer, name).result(30)) for name in "ab"] == [[1, 2], [3, 4]]
    gatherer.close()


def test_what_waits_when_it_is_closed_is_still_written(asks: Asks) -> None:
    slow = Slow()
    gatherer = Gatherer(slow.append)
    found = [asks(gatherer, "a")]
    begun = monotonic()
    while not slow.calls:
        assert monotonic() - begun < 30
        sleep(0.001)
    found += [asks(gatherer, name) for name in "bc"]
    with ThreadPoolExecutor(1) as pool:
        closed = pool.submit(gatherer.close)
        slow.go_on.set()
        closed.result(30)

    assert sorted(position for one in found for position in one.result(30)) == [*range(1, 7)]
    with asking("told") as put:
        assert list(put(gatherer, "d").result(30)) == [7, 8]
