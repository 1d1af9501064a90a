"""The decider of a table, for whatever runs or replays it."""

from typing import Final

from domain.house.table.commands import Command
from domain.house.table.decide import decide
from domain.house.table.events import Event
from domain.house.table.evolve import evolve
from domain.house.table.state import State, Unopened
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """A table has no end."""
    return False


TABLE: Final[Decider[State, Command, Event]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
