"""How a simulated house begins: its tables, its players, and their first points."""

from collections.abc import Iterator
from typing import Final

from api.simulation.house import Simulated
from api.simulation.office import SHORT
from domain.flow.address import Address, Kind, wallet
from domain.house.match.commands import OpenMatch
from domain.house.table.commands import OpenTable
from domain.house.wallet.commands import CreatePlayer, Deposit
from domain.kernel.decider import Command

POINTS: Final = 1_000


def send_openings(house: Simulated) -> None:
    """Send what begins the house, by the same network as all that comes after it."""
    for at, command in openings(house):
        house.network.send(house.office.request(at, command))


def openings(house: Simulated) -> Iterator[tuple[Address, Command]]:
    """Yield what begins the house; a player that is created late is paid later by the office."""
    for at, settings in house.plan.settings.items():
        yield at, OpenTable(table=at.id, settings=settings)
    for at in house.plan.venues:
        if at.kind is Kind.MATCH:
            yield at, OpenMatch(match=at.id, settings=SHORT)
            break  # the others follow one after the other
    for player in house.players:
        at = wallet(player.name)
        yield at, CreatePlayer(player=player.name, test=True)
        yield at, Deposit(points=POINTS, reason="cash", reference=f"first of {player.name}")
