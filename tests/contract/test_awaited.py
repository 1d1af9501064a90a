"""Commands of many at once, in an event loop: each is done once, whoever waits for it."""

import asyncio
from collections import Counter
from random import Random
from typing import Unpack

import pytest

from api.house import House
from api.roles import Caller, Role
from api.service.commands import Commands
from api.service.problems import ProblemError
from api.wishes import Asked, Proposal
from domain.flow.address import SWITCHES, Address, table, wallet
from domain.house.switches.commands import Disable
from domain.house.table.commands import OpenTable, Sit, TopUp
from domain.house.wallet.commands import CreatePlayer, Deposit
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.examine import verify
from domain.log.store import Log, Receipt, Remembered
from tests.support.house import SMALL

SIGNER = Signer((SigningKey("house.example", bytes(range(32))),))
OFFICE = Caller("kim", Role.OPERATOR)
PLAYERS = ("ann", "bob", "cid", "dot")
TABLES = ("plum", "pine")
TIMES = 6


class AtHand(House):
    """A house that counts how often it can decide without reading."""

    decided = 0

    def propose(
        self, address: Address, command: Command, **asked: Unpack[Asked]
    ) -> Proposal | None:
        proposal = super().propose(address, command, **asked)
        self.decided += proposal is not None
        return proposal


def added(player: str) -> TopUp:
    return TopUp(player=player, points=1)


async def seated(commands: Commands) -> int:
    """Seat all players at both tables; return how many commands that took."""
    keys = iter(f"begin {number}" for number in range(100))
    for name in TABLES:
        opened = OpenTable(table=name, settings=SMALL)
        await commands.ask(table(name), opened, OFFICE, next(keys))
    for number, name in enumerate(PLAYERS, 1):
        paid = Deposit(points=10_000, reason="test", reference=name)
        await commands.ask(wallet(name), CreatePlayer(player=name), OFFICE, next(keys))
        await commands.ask(wallet(name), paid, OFFICE, next(keys))
        for at in TABLES:
            sit = Sit(seat=Seat(f"p{number}"), player=name, points=SMALL.entry)
            await commands.ask(table(at), sit, Caller(name, Role.PLAYER), next(keys))
    return 100 - len(list(keys))


class Crowd:
    """People who ask at the same time, twice, give up waiting, and ask again."""

    def __init__(self, commands: Commands, seed: int) -> None:
        self.receipts: dict[str, str] = {}
        self._commands = commands
        self._chance = Random(seed)

    async def asks(self, key: str, name: str, at: str) -> None:
        """Ask for a point more until there is a receipt; each that comes must say the same."""
        while key not in self.receipts:
            asking = [asyncio.ensure_future(self._once(key, name, at)) for _ in range(2)]
            if self._chance.random() < 0.5:
                for _ in range(self._chance.randrange(8)):
                    await asyncio.sleep(0)
                asking[0].cancel()
            await asyncio.gather(*asking, return_exceptions=True)

    async def _once(self, key: str, name: str, at: str) -> None:
        who = Caller(name, Role.PLAYER)
        receipt = await self._commands.ask(table(at), added(name), who, key)
        assert self.receipts.setdefault(key, receipt.hash) == receipt.hash


def test_who_gives_up_or_asks_twice_changes_nothing_twice(log: Log) -> None:
    house = AtHand(log)
    commands = Commands(log, house, SIGNER)
    crowd = Crowd(commands, seed=7)
    keys = {
        f"{name} {at} {number}": (name, at)
        for name in PLAYERS
        for at in TABLES
        for number in range(TIMES)
    }

    async def all_at_once() -> int:
        begun = await seated(commands)
        await asyncio.gather(*(crowd.asks(key, *whose) for key, whose in keys.items()))
        return begun

    begun = asyncio.run(all_at_once())
    commands.close()

    accepted: Counter[str] = Counter()
    for one in log.acceptances():
        assert isinstance(one, Remembered)
        accepted[one.recorded.envelope.command_id] += 1
    assert accepted == Counter([*keys, *(f"begin {number}" for number in range(begun))])
    assert crowd.receipts.keys() == keys.keys()
    assert house.decided >= len(keys)
    for at in TABLES:
        stacks = [seat.stack for seat in house.state(table(at)).seats.values()]
        assert stacks == [SMALL.entry + TIMES] * len(PLAYERS)
    left = 10_000 - len(TABLES) * (SMALL.entry + TIMES)
    assert {house.state(wallet(name)).balance for name in PLAYERS} == {left}
    assert all(verify(log.read_stored(stream)) is None for stream in log.streams())


def test_what_was_switched_off_elsewhere_is_not_done_by_what_is_at_hand(log: Log) -> None:
    house = AtHand(log)
    commands = Commands(log, house, SIGNER)
    ann = Caller("ann", Role.PLAYER)

    async def asked() -> None:
        await seated(commands)
        await commands.ask(table("plum"), added("ann"), ann, "before")
        off = Disable(scope="table/plum", reason="test")
        done = House(log).ask(SWITCHES, off, actor="supervisor/sue", command_id="off")
        assert isinstance(done, Receipt)
        before = house.decided
        with pytest.raises(ProblemError) as refused:
            await commands.ask(table("plum"), added("ann"), ann, "after")
        assert refused.value.problem.code == "switched_off"
        assert house.decided == before + 1  # by what it had kept, and the database refused it

    asyncio.run(asked())
    commands.close()


def test_nobody_waits_for_ever_when_the_house_is_closed(log: Log) -> None:
    commands = Commands(log, House(log), SIGNER)

    async def asked() -> list[Receipt | BaseException]:
        await seated(commands)
        asking = [
            asyncio.ensure_future(
                commands.ask(table(at), added(name), Caller(name, Role.PLAYER), f"{name} {at}")
            )
            for name in PLAYERS
            for at in TABLES
        ]
        for _ in range(5):
            await asyncio.sleep(0)
        await asyncio.to_thread(commands.close)
        await asyncio.to_thread(log.close)
        return await asyncio.wait_for(asyncio.gather(*asking, return_exceptions=True), 60)

    answers = asyncio.run(asked())

    # The first was on its way, which is finished; the others are told, in whatever words.
    assert any(isinstance(answer, Receipt) for answer in answers)
    assert len(answers) == len(PLAYERS) * len(TABLES)
