"""The decider of the hold on a round, for whatever runs or replays it."""

from typing import Final

from domain.house.hold.commands import Command
from domain.house.hold.decide import decide
from domain.house.hold.events import Event
from domain.house.hold.evolve import evolve
from domain.house.hold.state import State
from domain.kernel.decider import Decider


def is_terminal(state: State) -> bool:
    """Say whether the keys are gone, so that nothing can be held any more."""
    return state.erased


HOLD: Final[Decider[State, Command, Event]] = Decider(
    initial=State(disputes={}),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
