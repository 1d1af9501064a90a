"""The decider of an adjustment, for whatever runs or replays it."""

from typing import Final

from domain.house.adjustment.commands import Command
from domain.house.adjustment.decide import decide
from domain.house.adjustment.events import Event
from domain.house.adjustment.evolve import evolve
from domain.house.adjustment.state import Decided, State, Unproposed
from domain.kernel.decider import Decider


def is_terminal(state: State) -> bool:
    """Say whether it was approved or rejected."""
    return isinstance(state, Decided)


ADJUSTMENT: Final[Decider[State, Command, Event]] = Decider(
    initial=Unproposed(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
