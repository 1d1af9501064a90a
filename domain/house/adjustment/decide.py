"""From a command to the fact that follows in an adjustment: the order of checks."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.chips.amount import MOST
from domain.house.adjustment import commands, events, refusals
from domain.house.adjustment.commands import Command
from domain.house.adjustment.events import Event
from domain.house.adjustment.evolve import evolve
from domain.house.adjustment.state import Decided, Proposed, State, Unproposed
from domain.house.labels import LONGEST, is_label, is_name
from domain.house.persons import is_same_person
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    phase, answer = _VERBS[type(command)]
    if not isinstance(state, phase):
        return _out_of_place(state, phase)
    fact = answer(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _out_of_place(state: State, phase: type) -> Refusal:
    if phase is Unproposed:
        return refusals.AdjustmentExists()
    if isinstance(state, Decided):
        return refusals.AdjustmentDecided()
    return refusals.NoSuchAdjustment()


def _propose(_: Unproposed, command: commands.ProposeAdjustment) -> Event | Refusal:
    if not is_name(command.adjustment):
        return refusals.BadAdjustment(most=LONGEST)
    if not is_label(command.reason):
        return refusals.BadAdjustmentReason(most=LONGEST)
    if not 1 <= abs(command.points) <= MOST:
        return refusals.BadAdjustedPoints(most=MOST)
    return events.AdjustmentProposed(
        adjustment=command.adjustment,
        by=command.by,
        player=command.player,
        points=command.points,
        reason=command.reason,
        dispute=command.dispute,
    )


def _approve(state: Proposed, command: commands.ApproveAdjustment) -> Event | Refusal:
    if is_same_person(state.by, command.by):
        return refusals.SamePerson()
    return events.AdjustmentApproved(by=command.by)


def _reject(state: Proposed, command: commands.RejectAdjustment) -> Event | Refusal:
    if is_same_person(state.by, command.by):
        return refusals.SamePerson()
    if not is_label(command.reason):
        return refusals.BadAdjustmentReason(most=LONGEST)
    return events.AdjustmentRejected(by=command.by, reason=command.reason)


# The table pairs each verb with the phase it belongs to and who answers it.
Act = Callable[[Any, Any], Event | Refusal]
_VERBS: Final[Mapping[type[Command], tuple[type, Act]]] = {
    commands.ProposeAdjustment: (Unproposed, _propose),
    commands.ApproveAdjustment: (Proposed, _approve),
    commands.RejectAdjustment: (Proposed, _reject),
}
