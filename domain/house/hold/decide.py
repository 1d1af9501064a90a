"""From a command to the fact that follows in the hold on a round."""

from domain.house.hold import commands, events, refusals
from domain.house.hold.commands import Command
from domain.house.hold.events import Event
from domain.house.hold.evolve import evolve
from domain.house.hold.state import State
from domain.house.persons import is_same_person
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    fact = _fact(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _fact(state: State, command: Command) -> Event | Refusal:
    match command:
        case commands.HoldRound():
            return _held(state, command)
        case commands.ReleaseRound():
            return events.RoundReleased(dispute=command.dispute)
        case commands.LetErase():
            if state.disputes:
                return refusals.RoundDisputed(count=len(state.disputes))
            return events.ErasureLet()


def _held(state: State, command: commands.HoldRound) -> Event | Refusal:
    if state.erased:
        return refusals.RoundErased()
    for dispute, by in state.disputes.items():
        if is_same_person(by, command.by):
            return refusals.DisputedAlready(dispute=dispute)
    return events.RoundHeld(dispute=command.dispute, by=command.by)
