"""The service for rounds by their ids: a short way through the house."""

from collections.abc import Callable

from api.house import Answer, House
from domain.flow.address import game
from domain.games.rounds import State
from domain.house.labels import LONGEST, is_name
from domain.house.table.refusals import BadRound
from domain.kernel.decider import Command, Origin
from domain.log.store import Log

__all__ = ["Answer", "Rounds"]


class Rounds:
    """Rounds of either game in one log. `house` is all the rest, with the same `chance`."""

    def __init__(self, log: Log, chance: Callable[[int], bytes] | None = None) -> None:
        self.house = House(log, chance=chance)

    def state(self, round_id: str) -> State:
        """Return the state a round is in; a round that nobody opened is unopened."""
        state: State = self.house.stands(game(round_id)).state
        return state

    def ask(
        self,
        round_id: str,
        command: Command,
        *,
        actor: str,
        command_id: str,
        origin: Origin = Origin.PLAYER,
    ) -> Answer:
        """Ask a command of a round, see `House.ask`."""
        if not is_name(round_id):
            return BadRound(most=LONGEST)
        return self.house.ask(
            game(round_id),
            command,
            actor=actor,
            command_id=command_id,
            origin=origin,
        )
