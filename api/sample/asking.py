"""How sample rounds are asked for: each command under an id of its own, and none is refused."""

from collections.abc import Callable
from typing import Final

from api.house import House
from domain.flow.address import Address, wallet
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Nobody
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal

HOUSE: Final = "house"
CLOCK: Final = "clock"
OPERATOR: Final = "operator/sample"
ACTORS: Final = {Origin.HOUSE: HOUSE, Origin.CLOCK: CLOCK, Origin.OPERATOR: OPERATOR}


def free(house: House, kind: Callable[[str], Address], name: str) -> str:
    """Return the first of `name`, `name-2`, `name-3` … that no table or match of a kind has."""
    number, found = 1, name
    while house.stands(kind(found)).version:
        number += 1
        found = f"{name}-{number}"
    return found


class RefusedError(RuntimeError):
    """The rules refused a command of a sample round: it has a fault."""


class Asker:
    """Asks the house; ids are made of a name that nobody else asks under, and a number."""

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        self.name = name
        self.asked = 0

    def ask(self, to: Address, command: Command, origin: Origin, player: str = "") -> None:
        """Ask a command for the house, the clock, an operator or a player.

        Raises `RefusedError`.
        """
        self.asked += 1
        answered = self.house.ask(
            to,
            command,
            actor=ACTORS.get(origin) or f"player/{player}",
            command_id=f"{self.name}-{self.asked}",
            origin=origin,
        )
        if isinstance(answered, Refusal):
            message = f"{to.stream}: {answered}"
            raise RefusedError(message)

    def have_player(self, player: str) -> None:
        """Create a player, if there is none of that name, as a test account."""
        if isinstance(self.house.stands(wallet(player)).state, Nobody):
            created = of_wallet.CreatePlayer(player=player, test=True)
            self.ask(wallet(player), created, Origin.OPERATOR)
