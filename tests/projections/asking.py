"""Asking a house in a log, as an operator and whoever else."""

from random import Random

from api.rounds import Rounds
from domain.flow.address import Address
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.log.store import Log, Receipt


class Asking:
    """A house in a log, with chance of its own. Whatever it asks must be accepted."""

    def __init__(self, log: Log, seed: int, name: str, actor: str) -> None:
        self.rounds = Rounds(log)
        self.chance = Random(seed)
        self._name, self._actor = name, actor
        self.asked = 0

    def ask(self, address: Address, command: Command, origin: Origin = Origin.OPERATOR) -> Receipt:
        """Ask a command under a new id."""
        return self.ask_as(self._actor, address, command, origin)

    def ask_as(self, actor: str, address: Address, command: Command, origin: Origin) -> Receipt:
        """Ask it in somebody else's name."""
        self.asked += 1
        number = f"{self._name}-{self.asked}"
        answered = self.rounds.house.ask(
            address, command, actor=actor, command_id=number, origin=origin
        )
        assert not isinstance(answered, Refusal), (command, answered)
        return answered
