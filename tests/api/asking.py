"""A house that tests ask: short ways to do so, and to see what became of it."""

from collections.abc import Callable

from api.house import Answer, House
from domain.flow.address import Address, game, table, wallet
from domain.house.table import commands as at_table
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt
from tests.support.house import SMALL, said
from tests.support.origins import origin_of

T = table("t")


class Asking:
    """A service, and short ways to ask it."""

    def __init__(self, log: Log, now_ms: Callable[[], int] | None = None) -> None:
        self.house = House(log, now_ms)
        self.asked = 0

    def ask(self, to: Address, command: Command, command_id: str = "", actor: str = "op") -> Answer:
        self.asked += 1
        command_id = command_id or f"{id(self)} {self.asked}"
        origin = origin_of(command)
        return self.house.ask(to, command, actor=actor, command_id=command_id, origin=origin)

    def take(self, to: Address, command: Command) -> Receipt:
        answer = self.ask(to, command)
        assert isinstance(answer, Receipt), answer
        return answer

    def founded(self, **stacks: int) -> "Asking":
        """A table `t`, and players with 100 points beside what they sit with."""
        self.take(T, at_table.OpenTable(table="t", settings=SMALL))
        for number, (name, stack) in enumerate(stacks.items(), start=1):
            self.take(wallet(name), of_wallet.CreatePlayer(player=name))
            self.take(wallet(name), deposit(stack + 100, name))
            if stack:
                sit = at_table.Sit(seat=Seat(f"p{number}"), player=name, points=stack)
                self.take(T, sit)
        return self

    def play(self, round_id: str, *words: str) -> None:
        for command in said(words):
            self.take(game(round_id), command)

    def balance(self, name: str) -> int:
        account = self.house.state(wallet(name))
        assert isinstance(account, Account)
        return account.balance

    def table(self) -> Open:
        state = self.house.state(T)
        assert isinstance(state, Open)
        return state


def deposit(points: int, reference: str) -> of_wallet.Deposit:
    return of_wallet.Deposit(points=points, reason="cash", reference=reference)


def withdraw(points: int, reference: str) -> of_wallet.Withdraw:
    return of_wallet.Withdraw(points=points, reason="cash", reference=reference)
