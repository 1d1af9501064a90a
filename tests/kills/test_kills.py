"""The service is killed in the middle of a load, again and again, and nothing is lost or doubled.

`python -m bench.kills` does the same for longer.
"""

import asyncio

from tests.support.service import Place
from tests.support.storm import (
    Storm,
    all_workers_replaced,
    one_worker_killed,
    struck,
    whole_service_killed,
)

KILLS = 5


def test_nothing_that_was_told_is_lost_when_the_service_is_killed(place: Place) -> None:
    storm = asyncio.run(struck(place, whole_service_killed, KILLS, seed=1))
    assert len(storm.journal.receipts) > 50
    assert storm.journal.unanswered


def test_two_workers_are_killed_together(on_server: Place) -> None:
    storm = asyncio.run(struck(on_server, whole_service_killed, KILLS, seed=2, workers=2))
    assert len(storm.journal.receipts) > 50


def test_the_service_goes_on_when_workers_are_replaced_or_killed(on_server: Place) -> None:
    strikes = iter([all_workers_replaced, *[one_worker_killed] * 3])

    async def strike(storm: Storm) -> None:
        await next(strikes)(storm)

    storm = asyncio.run(struck(on_server, strike, 4, seed=3, workers=2))
    assert len(storm.journal.receipts) > 50
