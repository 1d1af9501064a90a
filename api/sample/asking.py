"""How sample rounds are asked for: each command under an id of its own, and none is refused."""

from typing import Final

from api.house import House
from domain.flow.address import Address
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal

HOUSE: Final = "house"
CLOCK: Final = "clock"
OPERATOR: Final = "operator/sample"
ACTORS: Final = {Origin.HOUSE: HOUSE, Origin.CLOCK: CLOCK, Origin.OPERATOR: OPERATOR}


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
