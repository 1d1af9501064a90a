"""The decider of a day's incidents: whatever a process has met is recorded (H16)."""

from collections.abc import Mapping
from typing import Final

from domain.house.incidents import commands, events
from domain.house.incidents.commands import Command
from domain.house.incidents.events import Event
from domain.kernel.decider import Decider, Decision

State = int
"""How many facts there are of the day."""

_FACTS: Final[Mapping[type[Command], type[Event]]] = {
    commands.RecordBegin: events.ServiceBegan,
    commands.RecordSign: events.ServiceSeen,
    commands.RecordEnd: events.ServiceEnded,
    commands.RecordLogins: events.LoginsFailed,
    commands.RecordErrors: events.ErrorsCounted,
    commands.RecordAway: events.LogAway,
}


def decide(state: State, command: Command) -> Decision[State, Event]:
    """H16: a process says what it has met, and there is nothing to refuse in it."""
    told = {name: getattr(command, name) for name in command.__struct_fields__}
    fact = _FACTS[type(command)](**told)
    return Decision((fact,), evolve(state, fact))


def evolve(state: State, _: Event) -> State:
    """Return how many facts there are with this one."""
    return state + 1


def is_terminal(_: State) -> bool:
    """A process that comes late may always record more."""
    return False


INCIDENTS: Final[Decider[State, Command, Event]] = Decider(
    initial=0, decide=decide, evolve=evolve, is_terminal=is_terminal
)
