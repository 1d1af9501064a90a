"""A load of players on a service to which something happens again and again, and what must hold."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from api.roles import Role
from domain.flow.address import Address, anchors, clock, deck, game, table
from domain.house.table.events import RoundStarted
from domain.log.masters import MasterKeys, keys_in
from domain.log.store import Log, Remembered, open_log
from domain.log.streams import ROUNDS
from domain.sizhidao.state import Settled, Voided
from projections.catalogue import PROJECTIONS
from projections.chips.query import trial_balance
from projections.runner import Runner
from projections.store.engine import open_views
from projections.totals import faults_of
from replay.settings import views_address
from tests.support.players import Client, Journal, Kept, Table, close_all
from tests.support.service import BESIDE, PATIENCE, Place, Served
from tests.support.watching import Watch

SETTINGS = {
    "ante": 10,
    "cap": 200,
    "min_players": 2,
    "act_seconds": 1,
    "split_seconds": 1,
    "buy_in_seconds": 1,
    "max_playoffs": 2,
}
SEATS = (2, 3, 4)
"""Players at each of the tables."""
SETTLE_SECONDS = 0.1
Blow = Callable[[], Awaitable[None]]
Strike = Callable[["Storm"], Awaitable[None]]


@contextmanager
def reading(place: Place) -> Iterator[Log]:
    """Yield a house's log, for reading only."""
    keys = MasterKeys(keys_in(place.keys))
    with open_log(place.log, now=lambda: datetime.now(UTC), read_only=True, keys=keys) as log:
        yield log


class Storm:
    """Players at their tables, and what they were told, of which nothing may ever be lost."""

    def __init__(self, served: Served, seed: int, seats: tuple[int, ...] = SEATS) -> None:
        self.served = served
        self.journal = Journal()
        self.chance = Random(seed)
        self.office = Client(served, self.journal, "office", Role.OPERATOR)
        self.tables = [self._table(number, count) for number, count in enumerate(seats)]
        self.watch = Watch(served, self.tables[0].name)
        self._looked = 0
        self._closing = False

    def _table(self, number: int, count: int) -> Table:
        names = [f"t{number}-{seat}" for seat in range(1, count + 1)]
        players = [Client(self.served, self.journal, name) for name in names]
        return Table(f"t{number}", players, Random(self.chance.random()))

    async def rage(self, blow: Blow, blows: int) -> None:
        """Let them play, strike, and look each time whether all that was told is there.

        At the end the tables are closed, and all rounds played to their ends.
        """
        for one in self.tables:
            await one.seat(self.office, **SETTINGS)
        playing = [asyncio.ensure_future(self._play(one)) for one in self.tables]
        watching = asyncio.ensure_future(self.watch.follow())
        try:
            for _ in range(blows):
                await asyncio.sleep(self.chance.uniform(0.05, 1.0))
                await blow()
                await asyncio.to_thread(self._look)
            await close_all(self.tables, self.office)
            self._closing = True
            await asyncio.gather(*playing)
            await self._settle()
        finally:
            for task in (*playing, watching):
                task.cancel()
            for client in (self.office, *(one for each in self.tables for one in each.players)):
                client.close()

    async def _play(self, played: Table) -> None:
        await played.play(lambda: not self._closing)

    async def _settle(self) -> None:
        """Wait until who follows the table and all views have heard of the last that happened."""
        first = self.tables[0].players[0]
        last = await self.office.done(f"/players/{first.name}/enable", {"reason": "the last"})
        async with asyncio.timeout(PATIENCE):
            await self.watch.until(last["position"])
            while not _is_well(await self.office.see("/health")):  # noqa: ASYNC110 -- only the service knows
                await asyncio.sleep(SETTLE_SECONDS)

    def _look(self) -> None:
        """Look whether the receipts since the last look are in the log."""
        receipts = list(self.journal.receipts.values())[self._looked :]
        with reading(self.served.place) as log:
            lost = [kept for kept in receipts if not is_kept(log, kept)]
        assert lost == []
        self._looked += len(receipts)

    def prove(self) -> None:
        """Check, the service being stopped, that all holds that must."""
        place = self.served.place
        assert self.journal.faults == []
        with reading(place) as log:
            self._compare(log)
            assert [one for one in log.streams(ROUNDS) if not ended(log, one)] == []
            missing = self.watch.missing(log, _streams(log, self.tables[0]))
            assert missing == [], missing
            balance(log, place)
        assert verified(place) == 0

    def _compare(self, log: Log) -> None:
        """Every receipt is in the log, and what these clients asked has been done just once."""
        found: dict[tuple[str, str], Kept] = {}
        for one in log.acceptances():
            assert isinstance(one, Remembered)
            envelope, own = one.recorded.envelope, one.event.results[0]
            asked = envelope.actor, envelope.command_id
            assert asked not in found
            if envelope.actor not in {"house", "clock"}:
                found[asked] = Kept(own.stream, own.last, own.hash)
        assert found == self.journal.receipts
        assert all(is_kept(log, kept) for kept in found.values())


def _streams(log: Log, played: Table) -> set[str]:
    """Return the streams of a table and of all its rounds.

    The clock plays for players who are kept waiting, so that none of them may have seen a round.
    """
    at = table(played.name).stream
    rounds = {one.event.round for one in log.read(at) if isinstance(one.event, RoundStarted)}
    assert rounds >= played.rounds
    return {at, anchors(at).stream}.union(
        *({kind(one).stream for kind in (game, clock, deck)} for one in rounds)
    )


def _is_well(health: Mapping[str, Any]) -> bool:
    """Say whether a service is well and its views have caught up."""
    followed = [one["position"] for one in health["projections"]]
    return bool(health["status"] == "ok" and min(followed) >= health["position"])


def is_kept(log: Log, kept: Kept) -> bool:
    """Say whether what a receipt tells is in the log."""
    fact = log.fact(kept.stream, kept.version)
    return fact is not None and fact.hash.hex() == kept.hash


def ended(log: Log, stream: str) -> bool:
    """Say whether a round is over; its whole chain is checked."""
    at = Address.of(stream)
    assert at is not None
    return isinstance(at.decider.fold(one.event for one in log.read(stream)), Settled | Voided)


def balance(log: Log, place: Place) -> None:
    """Bring the views up to date, and check that no point is missing in them."""
    address = views_address(place.log)
    assert address is not None
    with open_views(address) as views:
        for projection in PROJECTIONS.values():
            Runner(projection, log, views).catch_up()
        assert list(faults_of(views, log)) == []
        with views.reading() as connection:
            assert trial_balance(connection, log.last_position()) == 0


def verified(place: Place) -> int:
    """Return the exit code of `replay verify`."""
    words = [f"{BESIDE / 'replay'}", "verify", "--workers", "1", "--log", place.log]
    done = subprocess.run(words, env=place.environment, check=False, stdout=subprocess.DEVNULL)
    return done.returncode


async def struck(place: Place, blow: Strike, blows: int, *, seed: int, workers: int = 1) -> Storm:
    """Serve a house to players, strike it, prove that all holds, and return the storm."""
    served = Served(place, workers=workers)
    try:
        await asyncio.to_thread(served.start)
        storm = Storm(served, seed)
        await storm.rage(lambda: blow(storm), blows)
        assert await asyncio.to_thread(served.stop) == 0
    finally:
        served.close()
    await asyncio.to_thread(storm.prove)
    return storm


async def whole_service_killed(storm: Storm) -> None:
    """Kill all processes of the service at once, and start it again at the same place."""
    storm.served.kill()
    await asyncio.to_thread(storm.served.start)


async def one_worker_killed(storm: Storm) -> None:
    """Kill one of several workers, which the service replaces by itself."""
    before = workers_of(storm.served.pid)
    os.kill(storm.chance.choice(before), signal.SIGKILL)
    await asyncio.to_thread(_replaced, storm.served.pid, before)


async def all_workers_replaced(storm: Storm) -> None:
    """Have all workers replaced, as an operator does, one after another."""
    before = workers_of(storm.served.pid)
    os.kill(storm.served.pid, signal.SIGHUP)
    await asyncio.to_thread(_all_replaced, storm.served.pid, before)


def _all_replaced(pid: int, before: list[int]) -> None:
    deadline = time.monotonic() + 3 * PATIENCE
    while set(after := workers_of(pid)) & set(before) or len(after) < len(before):
        assert time.monotonic() < deadline, (before, after)
        time.sleep(0.05)


def _replaced(pid: int, before: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(after := workers_of(pid)) < len(before) or after == before:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def workers_of(pid: int) -> list[int]:
    """Return the processes that serve, by their parent's number."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [child for child in map(int, children) if b"spawn_main" in _command(child)]


def _command(pid: int) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
