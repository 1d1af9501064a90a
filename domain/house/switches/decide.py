"""From a command to the fact that follows in the switches."""

from domain.house.labels import LONGEST, is_label
from domain.house.switches import commands, events, refusals
from domain.house.switches.commands import Command
from domain.house.switches.events import Event
from domain.house.switches.evolve import evolve
from domain.house.switches.scopes import reach_of
from domain.house.switches.state import State
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    fact = _turned(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _turned(state: State, command: Command) -> Event | Refusal:
    """H7.1: a switch is turned with a reason, and only to where it is not."""
    if reach_of(command.scope) is None:
        return refusals.BadScope()
    if not is_label(command.reason):
        return refusals.BadSwitchReason(most=LONGEST)
    off = command.scope in state.off
    if isinstance(command, commands.Disable):
        if off:
            return refusals.OffAlready()
        return events.Disabled(scope=command.scope, reason=command.reason)
    if not off:
        return refusals.OnAlready()
    return events.Enabled(scope=command.scope, reason=command.reason)
