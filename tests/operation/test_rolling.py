"""Services behind one address are restarted one after another under a load, and nobody is lost."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.operation.balancer import balanced
from tests.support.postgres import new_database
from tests.support.service import Place, Served, place_at
from tests.support.storm import Storm

PATIENCE = 90.0


class Front(Served):
    """What clients see of several services: one address, and nothing of its own behind it."""


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 -- what is waited for comes from processes
            await asyncio.sleep(0.05)


async def restarted(place: Place, services: Sequence[Served]) -> Storm:
    """Let clients play over one address while each service is restarted; return what they saw.

    At any moment somebody is ready, and whoever stops is not ready before it stops.
    """
    front = Front(place)
    async with balanced(services, front.port) as balancer:
        await until(lambda: len(balancer.ready) == len(services))
        storm, left = Storm(front, 4, seats=(3,)), iter(services)

        async def restart() -> None:
            service = next(left)
            assert await asyncio.to_thread(service.stop) == 0
            await asyncio.to_thread(service.start)
            await until(lambda: service.port in balancer.ready)

        await storm.rage(restart, len(services))
        assert balancer.ended == [one.port for one in services]
        assert balancer.refused == 0
    return storm


def test_no_command_is_lost_and_no_follower_misses_anything_in_a_rolling_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_DRAIN_SECONDS", "2")
    with new_database(migrated=False) as url:
        place = place_at(url, tmp_path)
        services = [Served(place), Served(place)]
        try:
            for service in services:
                service.start()
            storm = asyncio.run(restarted(place, services))
            assert [one.stop() for one in services] == [0, 0]
        finally:
            for service in services:
                service.close()
        storm.prove()
        assert len(storm.journal.receipts) > 20
        assert [code for status, code in storm.journal.answers if status == 503] == []
        assert not [one for one in services if "Traceback" in one.output()]
