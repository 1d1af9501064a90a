"""Rounds in which two seats raise by a point for ever: every command is accepted."""

from datetime import UTC, datetime
from typing import NamedTuple

from api.house import House
from api.service.opening import now_ms
from domain.cards.card import PACK
from domain.flow.address import Address, game, table, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.masters import MasterKeys, keys_in
from domain.log.store import Receipt, open_log
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from tests.support.players import DONE, Client
from tests.support.service import Place

STACK = 1_000_000_000
SETTINGS = ruleset(
    {
        "ante": 1,
        "min_raise": 1,
        "cap": STACK,
        "entry": STACK,
        "min_players": 2,
        "max_players": 2,
        "act_seconds": 86_400,
    }
)


class Fight(NamedTuple):
    """A round in which there is a bet, at a table of the same name, and who speaks in turn."""

    name: str
    players: tuple[str, str]

    @property
    def path(self) -> str:
        """Where its actions are asked."""
        return f"/rounds/{self.name}/actions"

    def speaker(self, said: int) -> int:
        """Return who of the players speaks after so many have: the bet is the first."""
        return (said + 1) % 2

    def raising(self, said: int) -> dict[str, object]:
        """Return the action of whoever speaks after so many have."""
        return {"verb": "raise", "to": said + 1, "turn": f"0.betting.{said}"}


def prepared(place: Place, count: int) -> list[Fight]:
    """Play at so many tables until each has a bet."""
    keys = MasterKeys(keys_in(place.keys))
    with open_log(place.log, now=lambda: datetime.now(UTC), keys=keys) as log:
        house = House(log, now_ms)
        return [_begun(house, number) for number in range(count)]


def _begun(house: House, number: int) -> Fight:
    asked = 0

    def take(at: Address, command: Command, origin: Origin | None = None) -> None:
        nonlocal asked
        asked += 1
        named = f"{number}-{asked}"
        done = house.ask(at, command, actor="bench", command_id=named, origin=origin)
        assert isinstance(done, Receipt), done

    name, at = f"t{number}", table(f"t{number}")
    players = (f"{name}a", f"{name}b")
    take(at, at_table.OpenTable(table=name, settings=SETTINGS))
    for player, seat in zip(players, ("p1", "p2"), strict=True):
        take(wallet(player), of_wallet.CreatePlayer(player=player, test=True))
        paid = of_wallet.Deposit(points=STACK, reason="bench", reference=player)
        take(wallet(player), paid)
        take(at, at_table.Sit(seat=Seat(seat), player=player, points=STACK))
    take(at, at_table.StartRound(round=name))
    hands = deal_from(PACK, house.state(game(name)).round)
    for seat, cards in hands.items():
        take(game(name), commands.Deal(seat=seat, cards=cards), Origin.HOUSE)
    head = house.state(game(name)).turn
    take(game(name), commands.Bet(seat=head, points=1))
    return Fight(name, players[::-1] if head == "p1" else players)


async def fought(fight: Fight, clients: tuple[Client, Client], said: int) -> None:
    """Let whoever speaks after so many have raise by a point."""
    asked = clients[fight.speaker(said)]
    answer = await asked.ask(fight.path, fight.raising(said), f"{fight.name}-{said}")
    assert answer.status == DONE, answer.body
