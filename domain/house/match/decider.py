"""The decider of a match, for whatever runs or replays it."""

from typing import Final

from domain.house.match.commands import Command
from domain.house.match.decide import decide
from domain.house.match.events import Event
from domain.house.match.evolve import evolve
from domain.house.match.state import Over, State, Unopened
from domain.kernel.decider import Decider


def is_terminal(state: State) -> bool:
    """Say whether the match is over: won, or abandoned."""
    return isinstance(state, Over)


MATCH: Final[Decider[State, Command, Event]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
