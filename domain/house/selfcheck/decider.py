"""The decider of the self-check, for whatever runs or replays it."""

from typing import Final

from domain.house.selfcheck.commands import Command
from domain.house.selfcheck.decide import decide
from domain.house.selfcheck.events import Event
from domain.house.selfcheck.evolve import evolve
from domain.house.selfcheck.state import Checks, State
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """A house checks itself as long as there is one."""
    return False


SELFCHECK: Final[Decider[State, Command, Event]] = Decider(
    initial=Checks(expected={}, alarm=None),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
