"""The decider of an external reference: unused, then used, and nothing after that."""

from typing import Final

from domain.house.reference.commands import Command
from domain.house.reference.events import Event, ReferenceUsed
from domain.house.reference.refusals import ReferenceTaken
from domain.kernel.decider import Decider, Decision
from domain.kernel.refusal import Refusal

State = ReferenceUsed | None
"""What the reference was used for."""


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """H2.2: a reference is used once in each direction."""
    if state is not None:
        return ReferenceTaken(direction=state.direction)
    used = ReferenceUsed(
        direction=command.direction,
        reference=command.reference,
        player=command.player,
        points=command.points,
    )
    return Decision((used,), used)


def evolve(_: State, event: Event) -> State:
    """Return what the reference was used for."""
    return event


def is_terminal(state: State) -> bool:
    """Say whether it was used."""
    return state is not None


REFERENCE: Final[Decider[State, Command, Event]] = Decider(
    initial=None,
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
