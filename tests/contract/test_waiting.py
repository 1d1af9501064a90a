"""Waiting for events, and following the log with it."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Thread, Timer
from time import monotonic

import pytest

from domain.log.store import Log, open_log
from tests.log.given import asked, bet, fill, ticking, write

ROOT = Path(__file__).parents[2]
PROCESSES, THREADS, WRITES = 4, 8, 15
LONG, SOON = 600, 60
"""Seconds that nobody who is woken waits for, and far less, on however busy a machine."""


def later(seconds: float, action: Callable[[], object]) -> Timer:
    timer = Timer(seconds, action)
    timer.start()
    return timer


def test_what_is_there_needs_no_waiting(log: Log) -> None:
    fill(log, events=2)
    begun = monotonic()

    assert log.wait_beyond(0, LONG)
    assert log.wait_beyond(log.last_position() - 1, 0)
    assert monotonic() - begun < SOON


@pytest.mark.parametrize("timeout", [0, 0.1])
def test_waiting_ends(log: Log, timeout: float) -> None:
    fill(log, events=2)
    begun = monotonic()

    assert not log.wait_beyond(log.last_position(), timeout)
    assert timeout <= monotonic() - begun < SOON


def test_a_writer_wakes_who_waits(log: Log) -> None:
    begun = monotonic()
    timer = later(0.1, lambda: fill(log, events=1))

    assert log.wait_beyond(0, LONG)
    assert monotonic() - begun < SOON
    timer.join()


def test_closing_wakes_who_waits(log: Log) -> None:
    begun = monotonic()
    timer = later(0.1, log.close)

    assert not log.wait_beyond(0, LONG)
    assert monotonic() - begun < SOON
    timer.join()


def test_a_reader_that_follows_sees_every_event_once_and_in_order(log: Log) -> None:
    def run(number: int) -> None:
        for version in range(10):
            stream = f"round/{number}"
            log.append([write(stream, version, bet(version))], asked(f"{number}/{version}"))

    writers = [Thread(target=run, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    seen: list[tuple[str, int]] = []
    position = 0
    while len(seen) < 160:
        assert log.wait_beyond(position, 30)
        for event in log.after(position, 7):
            seen.append((event.stream, event.version))
            assert (event.position or 0) > position
            position = event.position or 0
    for writer in writers:
        writer.join()

    assert position == log.last_position()
    assert len(set(seen)) == 160
    rounds = [one for one in seen if one[0].startswith("round/")]
    for number in range(8):
        versions = [version for stream, version in rounds if stream == f"round/{number}"]
        assert versions == list(range(1, 11))


def test_who_follows_32_writers_in_processes_misses_nothing(url: str) -> None:
    writer = [sys.executable, "-m", "tests.contract.writer", url]
    seen: list[tuple[int, str, int]] = []
    position = 0
    with ExitStack() as running:
        for number in range(PROCESSES):
            command = [*writer, f"{number}", f"{THREADS}", f"{WRITES}"]
            running.enter_context(subprocess.Popen(command, cwd=ROOT))
        log = running.enter_context(open_log(url, now=ticking()))
        while len(seen) < PROCESSES * THREADS * WRITES * 2:
            assert log.wait_beyond(position, 60)
            for event in log.after(position, 50):
                assert (event.position or 0) > position
                position = event.position or 0
                seen.append((position, event.stream, event.version))
        every = log.after(0, 10_000)

    assert seen == [(one.position, one.stream, one.version) for one in every]
    assert len({(stream, version) for _, stream, version in seen}) == len(seen)
    for number in range(PROCESSES):
        for thread in range(THREADS):
            stream = f"round/{number}-{thread}"
            versions = [version for _, name, version in seen if name == stream]
            assert versions == list(range(1, WRITES + 1))
