"""The service is killed while the commands of many rounds are being written together."""

import asyncio
from collections import Counter

from domain.log.store import Remembered
from tests.support.players import Client, Journal, Kept
from tests.support.service import Place, Served
from tests.support.storm import reading, verified
from tests.support.war import Fight, fought, prepared

ROUNDS = 16
KILLS = 2
SECONDS = 0.3
"""How long they raise between two kills."""


class Fighting:
    """Sixteen rounds in which everybody raises without a pause, whatever becomes of the service."""

    def __init__(self, place: Place) -> None:
        self.fights = prepared(place, ROUNDS)
        self.served = Served(place, pause=86_400)
        self.journal = Journal()
        self.said = dict.fromkeys(self.fights, 1)
        self._ending = False

    async def run(self) -> None:
        """Let them fight, and kill the service again and again."""
        self.served.start()
        fighting = [asyncio.ensure_future(self._fight(fight)) for fight in self.fights]
        for _ in range(KILLS):
            await asyncio.sleep(SECONDS)
            self.served.kill()
            await asyncio.to_thread(self.served.start)
        await asyncio.sleep(SECONDS)
        self._ending = True
        await asyncio.gather(*fighting)

    async def _fight(self, fight: Fight) -> None:
        first, second = (Client(self.served, self.journal, name) for name in fight.players)
        while not self._ending:
            await fought(fight, (first, second), self.said[fight])
            self.said[fight] += 1
        first.close()
        second.close()


def test_nothing_of_many_rounds_is_lost_or_done_twice(place: Place) -> None:
    fighting = Fighting(place)
    try:
        asyncio.run(fighting.run())
        assert fighting.served.stop() == 0
    finally:
        fighting.served.close()

    journal = fighting.journal
    assert journal.faults == []
    assert journal.unanswered
    assert len(journal.receipts) == sum(fighting.said.values()) - ROUNDS
    with reading(place) as log:
        done: Counter[tuple[str, str]] = Counter()
        found: dict[tuple[str, str], Kept] = {}
        for one in log.acceptances():
            assert isinstance(one, Remembered)
            envelope, own = one.recorded.envelope, one.event.results[0]
            done[envelope.actor, envelope.command_id] += 1
            found[envelope.actor, envelope.command_id] = Kept(own.stream, own.last, own.hash)
        asked = {key: kept for key, kept in found.items() if key[0].startswith("player/")}
        assert asked == journal.receipts
        assert max(done.values()) == 1
    assert verified(place) == 0  # what was acknowledged, too, stands in the rounds themselves
