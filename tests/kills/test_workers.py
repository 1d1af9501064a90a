"""A worker that ends while the database is away: another takes its place, now or later."""

import os
import signal
import time
from pathlib import Path

import httpx

from tests.support.postgres import Server
from tests.support.service import PLAIN, place_at, served
from tests.support.storm import workers_of

PATIENCE = 180.0


def answers(url: str) -> bool:
    try:
        answer = httpx.get(f"{url}/v1/health", timeout=5, verify=PLAIN)
    except httpx.TransportError:
        return False
    return answer.status_code == httpx.codes.OK


def test_a_worker_that_cannot_begin_does_not_end_the_others(tmp_path: Path) -> None:
    server = Server()
    try:
        server.execute("CREATE DATABASE log")
        place = place_at(server.url("log"), tmp_path)
        with served(place, workers=2) as running:
            first, second = workers_of(running.pid)
            server.stop(signal.SIGQUIT)
            os.kill(first, signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE
            while f"worker {first} has ended" not in running.output():
                assert time.monotonic() < deadline, running.output()
                time.sleep(0.1)
            while "the house cannot be opened (log_unavailable)" not in running.output():
                assert time.monotonic() < deadline, running.output()
                time.sleep(0.1)
            server.start()
            while not (answers(running.url) and len(workers_of(running.pid)) > 1):
                assert time.monotonic() < deadline, running.output()
                time.sleep(0.1)
            assert second in workers_of(running.pid)
            assert first not in workers_of(running.pid)
            assert running.stop() == 0
    finally:
        server.remove()
