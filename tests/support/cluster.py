"""A cluster of Dask on this machine: a scheduler and workers, each a process of its own."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SECONDS = 120
_ADDRESS = re.compile(r"tcp://127\.0\.0\.1:\d+")
_DASK = (sys.executable, "-m", "dask")
_HERE = ("--host", "127.0.0.1", "--no-dashboard")


class Cluster(NamedTuple):
    """Where it is, and the processes of its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A cluster that works in a folder of its own, until the block is left."""
    started: list[subprocess.Popen[bytes]] = []
    try:
        log = folder / "scheduler.log"
        started.append(_start(folder, log, "scheduler", "--port", "0"))
        address = _said(log)
        for number in range(workers):
            words = ("worker", address, "--nthreads", "1", "--no-nanny")
            started.append(_start(folder, folder / f"worker{number}.log", *words))
        yield Cluster(address, started[1:])
    finally:
        for one in reversed(started):
            one.kill()
        for one in started:
            one.wait()


def _start(folder: Path, log: Path, *words: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            [*_DASK, *words, *_HERE], stdout=output, stderr=subprocess.STDOUT, cwd=folder
        )


def _said(log: Path) -> str:
    until = time.monotonic() + SECONDS
    while (found := _ADDRESS.search(log.read_text(encoding="utf-8"))) is None:
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        time.sleep(0.05)
    return found[0]
