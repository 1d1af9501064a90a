"""From a command to the fact that follows in a round's clock."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house.clock import commands, events, refusals
from domain.house.clock.commands import Command
from domain.house.clock.events import Event
from domain.house.clock.evolve import evolve
from domain.house.clock.state import Deadline, State, Stopped
from domain.house.labels import LONGEST, is_label
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    fact = _VERBS[type(command)](state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _set(state: State, command: commands.SetDeadline) -> Event | Refusal:
    """H5.1: whatever deadline there was belonged to a turn that is over."""
    if isinstance(state, Stopped):
        return refusals.RoundInterrupted()
    return events.DeadlineSet(
        turn=command.turn,
        seconds=command.seconds,
        due_ms=command.due_ms,
    )


def _grant(state: State, command: commands.GrantTime) -> Event | Refusal:
    """H5.4: more time for the open turn, never less; a turn without a deadline gets its first."""
    if isinstance(state, Stopped):
        return refusals.RoundInterrupted()
    if isinstance(state, Deadline):
        if command.turn != state.turn:
            return refusals.TurnOver(turn=state.turn)
        if command.due_ms <= state.due_ms:
            return refusals.NotLater(due_ms=state.due_ms)
    return events.TimeGranted(turn=command.turn, due_ms=command.due_ms)


def _stop(state: State, command: commands.StopClock) -> Event | Refusal:
    """H8.1: whether the round runs at all `domain.flow` knows."""
    if not is_label(command.reason):
        return refusals.BadStopReason(most=LONGEST)
    if isinstance(state, Stopped):
        return refusals.RoundInterrupted()
    return events.ClockStopped(reason=command.reason)


def _resume(state: State, command: commands.ResumeClock) -> Event | Refusal:
    """H8.3: the deadline that there was is gone."""
    if not is_label(command.reason):
        return refusals.BadStopReason(most=LONGEST)
    if not isinstance(state, Stopped):
        return refusals.NotInterrupted()
    return events.ClockResumed(reason=command.reason)


_VERBS: Final[Mapping[type[Command], Callable[[Any, Any], Event | Refusal]]] = {
    commands.SetDeadline: _set,
    commands.GrantTime: _grant,
    commands.StopClock: _stop,
    commands.ResumeClock: _resume,
}
