"""From a command to the facts that follow in the self-check."""

from functools import reduce

from domain.house.labels import LONGEST, is_label
from domain.house.selfcheck import commands, events, refusals
from domain.house.selfcheck.commands import Command
from domain.house.selfcheck.events import Event
from domain.house.selfcheck.evolve import evolve
from domain.house.selfcheck.state import State
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal

Facts = tuple[Event, ...]


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the facts that follow from the command in this state, or why it is refused."""
    if isinstance(command, commands.RecordSelfCheck):
        facts = _recorded(state, command)
    else:
        acknowledged = _acknowledged(state, command)
        if isinstance(acknowledged, Refusal):
            return acknowledged
        facts = (acknowledged,)
    return Decision(facts, reduce(evolve, facts, state))


def _recorded(state: State, command: commands.RecordSelfCheck) -> Facts:
    """H11.2: an alarm that is on is not raised again."""
    version, digest, faults = command.version, command.digest, command.faults
    checked = events.SelfChecked(version=version, digest=digest, faults=faults)
    expected = state.expected.get(version, digest)
    alarm = events.IntegrityAlarm(version=version, expected=expected, digest=digest, faults=faults)
    wrong = digest != expected or faults != ()
    return (checked, alarm) if wrong and alarm != state.alarm else (checked,)


def _acknowledged(state: State, command: commands.AcknowledgeAlarm) -> Event | Refusal:
    if not is_label(command.reason):
        return refusals.BadAlarmReason(most=LONGEST)
    if state.alarm is None:
        return refusals.NoAlarm()
    if command.digest != state.alarm.digest:
        return refusals.OtherAlarm(digest=state.alarm.digest)
    return events.AlarmAcknowledged(
        version=state.alarm.version, digest=command.digest, reason=command.reason
    )
