"""The decider of the access to a round's cards, for whatever runs or replays it."""

from typing import Final

from domain.house.access.commands import Command
from domain.house.access.decide import decide
from domain.house.access.events import Event
from domain.house.access.evolve import evolve
from domain.house.access.state import State
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """Access has no end: a round may be looked into as long as its keys are kept."""
    return False


ACCESS: Final[Decider[State, Command, Event]] = Decider(
    initial=State(until_ms={}),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
