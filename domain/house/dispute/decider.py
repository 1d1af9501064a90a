"""The decider of a dispute, for whatever runs or replays it."""

from typing import Final

from domain.house.dispute.commands import Command
from domain.house.dispute.decide import decide
from domain.house.dispute.events import Event
from domain.house.dispute.evolve import evolve
from domain.house.dispute.state import Closed, State, Unopened
from domain.kernel.decider import Decider


def is_terminal(state: State) -> bool:
    """Say whether the dispute is closed."""
    return isinstance(state, Closed)


DISPUTE: Final[Decider[State, Command, Event]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
