"""A service of a house beside others: `python -m tests.server.racer URL NUMBER SECONDS`.

For so long it asks whatever comes to mind of four players at two tables: deposits, withdrawals,
sitting, topping up, standing up, starting, playing and voiding rounds. Most of it is refused. It
prints how often each kind of command was accepted.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from api.house import House
from api.sample.bots import answer
from domain.cards.card import PACK
from domain.flow.address import Address, game, table, wallet
from domain.house.table import commands as at_table
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt, open_log
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Splitting, Unopened
from domain.sizhidao.waiting import waiting
from tests.support.keys import KEYS

PLAYERS = ("ann", "bob", "cyd", "dan")
TABLES = ("elm", "oak")
SETTINGS = ruleset({"ante": 10, "cap": 100, "min_players": 2, "max_players": 3})
"""Three seats for four players, so that they are raced for."""
Asked = tuple[Address, Command, Origin]


class Service:
    """A house, and who asks it."""

    def __init__(self, log: Log, number: str) -> None:
        self.house = House(log)
        self.number = number
        self.chance = Random(int(number))
        self.asked = 0
        self.accepted: Counter[str] = Counter()

    def ask(self, to: Address, command: Command, origin: Origin) -> None:
        self.asked += 1
        answered = self.house.ask(
            to,
            command,
            actor=f"service/{self.number}",
            command_id=f"{self.asked}",
            origin=origin,
        )
        if isinstance(answered, Receipt):
            assert not answered.repeated
            self.accepted[type(command).__name__] += 1

    def step(self) -> None:
        """Ask one thing, or play on in the round of a table."""
        asked = self.chance.choice((self.money, self.seat, self.start, self.play, self.play))
        for one in asked(self.chance.choice(TABLES), self.chance.choice(PLAYERS)):
            self.ask(*one)

    def money(self, _: str, player: str) -> Iterator[Asked]:
        points, reason = self.chance.randrange(1, 120), "cash"
        # Some references are those that the other service uses: one of them counts.
        reference = f"bank {self.chance.randrange(500)}"
        kind = self.chance.choice((of_wallet.Deposit, of_wallet.Deposit, of_wallet.Withdraw))
        yield (
            wallet(player),
            kind(points=points, reason=reason, reference=reference),
            Origin.OPERATOR,
        )

    def seat(self, name: str, player: str) -> Iterator[Asked]:
        seat, points = Seat(f"p{self.chance.randrange(1, 4)}"), self.chance.randrange(100, 160)
        command = self.chance.choice(
            (
                at_table.Sit(seat=seat, player=player, points=points),
                at_table.Sit(seat=seat, player=player, points=points),
                at_table.TopUp(player=player, points=points - 50),
                at_table.StandUp(player=player),
            )
        )
        yield table(name), command, Origin.PLAYER

    def start(self, name: str, _: str) -> Iterator[Asked]:
        # Both services number rounds alike, so that they also race for a name.
        round_id = f"{name}-{self.asked // 40}"
        yield table(name), at_table.StartRound(round=round_id), Origin.HOUSE

    def play(self, name: str, _: str) -> Iterator[Asked]:
        at = self.house.state(table(name))
        if not isinstance(at, Open) or at.running is None:
            return
        to = game(at.running.round)
        state = self.house.state(to)
        if self.chance.random() < 0.05 and not isinstance(state, Unopened):
            yield to, commands.VoidRound(), Origin.OPERATOR
        elif isinstance(state, Dealing):
            pack = self.chance.sample(PACK, len(PACK))
            for seat, cards in deal_from(pack, state.round).items():
                yield to, commands.Deal(seat=seat, cards=cards), Origin.HOUSE
        elif isinstance(state, Betting | Splitting | BuyingIn):
            seat = self.chance.choice(waiting(state).seats)
            yield to, *answer(state, seat, self.chance)


def found(log: Log) -> None:
    """Open the tables, and create the players with something in their wallets."""
    service = Service(log, "0")
    for name in TABLES:
        opened = at_table.OpenTable(table=name, settings=SETTINGS)
        service.ask(table(name), opened, Origin.OPERATOR)
    for name in PLAYERS:
        service.ask(wallet(name), of_wallet.CreatePlayer(player=name), Origin.OPERATOR)
        paid = of_wallet.Deposit(points=500, reason="cash", reference=f"first {name}")
        service.ask(wallet(name), paid, Origin.OPERATOR)
    assert service.accepted.total() == 2 + 8


def main(url: str, number: str, seconds: str) -> None:
    """Ask for so many seconds from when a line is read."""
    with open_log(url, now=lambda: datetime.now(UTC), keys=KEYS) as log:
        service = Service(log, number)
        print("ready", flush=True)  # noqa: T201 -- what the test waits for
        sys.stdin.readline()
        end = time.monotonic() + float(seconds)
        while time.monotonic() < end:
            service.step()
    print(json.dumps(service.accepted))  # noqa: T201 -- what the test reads


if __name__ == "__main__":
    main(*sys.argv[1:])
