"""The decider of a round's clock, for whatever runs or replays it."""

from typing import Final

from domain.house.clock.commands import Command
from domain.house.clock.decide import decide
from domain.house.clock.events import Event
from domain.house.clock.evolve import evolve
from domain.house.clock.state import State, Unset
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """A clock has no end of its own: it is the round's."""
    return False


CLOCK: Final[Decider[State, Command, Event]] = Decider(
    initial=Unset(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
