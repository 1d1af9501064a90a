"""The decider of the switches, for whatever runs or replays it."""

from typing import Final

from domain.house.switches.commands import Command
from domain.house.switches.decide import decide
from domain.house.switches.events import Event
from domain.house.switches.evolve import evolve
from domain.house.switches.state import State, Switches
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """Switches have no end."""
    return False


SWITCHES: Final[Decider[State, Command, Event]] = Decider(
    initial=Switches(off={}),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
