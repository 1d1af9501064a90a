"""Stewards in real time: threads that no error ends, and processes that take each other's place."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from api.house import House
from api.steward.holder import OnlyHolder
from api.steward.steward import Steward
from domain.log.store import Log, open_log
from tests.arch.source import ROOT
from tests.steward.given import SETTINGS, Desk, Time
from tests.steward.looked_after import away, new_world, prove_all, rounds_of
from tests.steward.looking_after import now_ms
from tests.support.keys import KEYS
from tests.support.postgres import empty_log, shared_server

PATIENCE = 120.0
SOON = 30.0
SHORT = replace(SETTINGS, act_seconds=1, split_seconds=1, buy_in_seconds=1, entry=10)
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'paipu steward' AND datname = current_database()"
)


class RealTime(Time):
    def now_ms(self) -> int:
        return now_ms()


def until(met: Callable[[], object], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def looking_after(url: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "tests.steward.looking_after", url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def served() -> Iterator[tuple[Log, str]]:
    with (
        empty_log() as url,
        open_log(url, now=lambda: datetime.now(UTC), keys=KEYS) as log,
    ):
        yield log, url


def test_two_processes_on_a_server_take_each_others_place(served: tuple[Log, str]) -> None:
    log, url = served
    for name in "abc":
        Desk(log, RealTime()).full(3, name, SHORT)

    def begun() -> int:
        return len(rounds_of(log))

    with looking_after(url) as first:
        until(lambda: begun() >= 3)
        with looking_after(url) as second:
            until(lambda: begun() >= 6)
            first.kill()
            at = begun()
            until(lambda: begun() > at, SOON)
            shared_server().execute(END, url.rpartition("/")[2])  # its hold is gone, and it is not
            at = begun()
            until(lambda: begun() > at + 3)
            assert second.poll() is None
            assert second.stdin is not None
            second.stdin.close()
            assert second.wait(PATIENCE) == 0
    prove_all(log)


def test_a_thread_survives_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with new_world() as world:
        world.desk.full(3)
        steward = Steward(
            world.log,
            House(world.log, world.time.now_ms, world.chance.randbytes),
            world.time.now_ms,
            OnlyHolder(),
        )
        steward.start()
        try:
            until(lambda: steward.health().tables == 1)
            with away(monkeypatch):
                until(lambda: steward.health().failures > 1)
                assert steward.health().error == "log_unavailable"
                world.time.go(3)
            until(lambda: steward.health().rounds == 1)
            until(lambda: steward.health().failures == 0)
            assert steward.health().error is None
        finally:
            steward.stop()
        assert not steward.health().holding


def test_whatever_it_meets_it_looks_again_from_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    with new_world() as world:
        world.desk.full(3)
        assert world.steward.step()
        after = Log.after
        met = list[int]()

        def torn(log: Log, position: int, limit: int, topics: tuple[str, ...] = ()) -> object:
            if not met:
                met.append(position)
                message = "an event that nobody can read"
                raise ZeroDivisionError(message)
            return after(log, position, limit, topics)

        monkeypatch.setattr(Log, "after", torn)
        world.steward.start()
        try:
            world.desk.sit("another", 4)
            until(lambda: met)
            world.time.go(3)
            until(lambda: world.steward.health().tables == 1)
            world.time.go(3)
            until(lambda: world.steward.health().rounds == 1)
        finally:
            world.steward.stop()


def test_news_wakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.steward.steward.POLL_SECONDS", 10 * PATIENCE)
    with new_world() as world:
        world.steward.start()
        until(lambda: world.steward.health().holding)
        world.desk.full(3)
        world.desk.start("r")
        until(lambda: len(world.clock("r")) == 1)
        world.steward._stop.set()  # noqa: SLF001 -- it has to be woken once more to see that
        world.desk.open("another")
        world.steward.stop()


def test_one_that_never_started_can_be_stopped() -> None:
    with new_world() as world:
        world.steward.stop()
        assert world.steward.health().failures == 0
