"""The database goes away in the middle of a load and comes back: nothing is lost or doubled.

Meanwhile clients are told to come again, and afterwards the service goes on by itself.
"""

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import Server
from tests.support.service import Place, place_at
from tests.support.storm import Storm, Strike, struck

CUT = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
BLOWS = 3
CUTS = 40


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that keeps what it has said it keeps, also when it crashes."""
    server = Server(durable=True)
    try:
        server.execute("CREATE DATABASE log")
        yield server
    finally:
        server.remove()


@pytest.fixture
def house(server: Server, tmp_path: Path) -> Place:
    return place_at(server.url("log"), tmp_path)


def away(server: Server, how: signal.Signals) -> Strike:
    """Return what stops the server and starts it again after a while."""

    async def blow(storm: Storm) -> None:
        await asyncio.to_thread(server.stop, how)
        await asyncio.sleep(storm.chance.uniform(0.3, 1.5))
        await asyncio.to_thread(server.start)

    return blow


def cut_off(server: Server) -> Strike:
    """Return what cuts all connections again and again."""

    def cut() -> None:
        for _ in range(CUTS):
            server.execute(CUT, "log")
            time.sleep(0.02)

    async def blow(_: Storm) -> None:
        await asyncio.to_thread(cut)

    return blow


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_the_service_outlives_its_database(
    server: Server, house: Place, how: signal.Signals
) -> None:
    storm = asyncio.run(struck(house, away(server, how), BLOWS, seed=4))
    assert len(storm.journal.receipts) > 50
    assert {status for status, _ in storm.journal.answers} <= {409, 503}


def test_the_service_goes_on_while_its_connections_are_cut(server: Server, house: Place) -> None:
    storm = asyncio.run(struck(house, cut_off(server), BLOWS, seed=5, workers=2))
    assert len(storm.journal.receipts) > 50
    assert {status for status, _ in storm.journal.answers} <= {409, 503}
