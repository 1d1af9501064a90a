"""From a command to the fact that follows in a round's clock."""

from domain.house.clock import commands, events, refusals
from domain.house.clock.commands import Command
from domain.house.clock.events import Event
from domain.house.clock.evolve import evolve
from domain.house.clock.state import Deadline, State
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    fact = _set(command) if isinstance(command, commands.SetDeadline) else _granted(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _set(command: commands.SetDeadline) -> Event:
    """H5.1: whatever deadline there was belonged to a turn that is over."""
    return events.DeadlineSet(
        turn=command.turn,
        seconds=command.seconds,
        due_ms=command.due_ms,
    )


def _granted(state: State, command: commands.GrantTime) -> Event | Refusal:
    """H5.4: more time for the open turn, never less; a turn without a deadline gets its first."""
    if isinstance(state, Deadline):
        if command.turn != state.turn:
            return refusals.TurnOver(turn=state.turn)
        if command.due_ms <= state.due_ms:
            return refusals.NotLater(due_ms=state.due_ms)
    return events.TimeGranted(turn=command.turn, due_ms=command.due_ms)
