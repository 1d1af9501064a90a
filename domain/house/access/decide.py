"""From a command to the facts that follow in the access to a round's cards.

Who may be let look at all is asked before, by `domain.house.origins` and by the service's roles.
"""

from functools import reduce

from domain.house.access import commands, events, refusals
from domain.house.access.commands import Command
from domain.house.access.events import Event
from domain.house.access.evolve import evolve
from domain.house.access.state import State
from domain.house.labels import LONGEST, is_label
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal

Facts = tuple[Event, ...]


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the facts that follow from the command in this state, or why it is refused."""
    facts = _facts(state, command)
    return facts if isinstance(facts, Refusal) else Decision(facts, reduce(evolve, facts, state))


def _facts(state: State, command: Command) -> Facts | Refusal:
    match command:
        case commands.GrantReveal():
            return _granted(command, command.until_ms)
        case commands.LookAtCards():
            return _looked(state, command)
        case commands.RevealCards():
            return _revealed(command)


def _granted(
    command: commands.GrantReveal | commands.RevealCards, until_ms: int
) -> Facts | Refusal:
    if not is_label(command.reason):
        return refusals.BadRevealReason(most=LONGEST)
    granted = events.RevealGranted(
        round=command.round,
        viewer=command.viewer,
        role=command.role,
        reason=command.reason,
        until_ms=until_ms,
    )
    return (granted,)


def _looked(state: State, command: commands.LookAtCards) -> Facts | Refusal:
    until_ms = state.until_ms.get(f"{command.role}/{command.viewer}")
    if until_ms is None:
        return refusals.NotGranted()
    if command.at_ms > until_ms:
        return refusals.GrantOver(until_ms=until_ms)
    return (_shown(command),)


def _revealed(command: commands.RevealCards) -> Facts | Refusal:
    granted = _granted(command, command.at_ms)
    return granted if isinstance(granted, Refusal) else (*granted, _shown(command))


def _shown(command: commands.LookAtCards | commands.RevealCards) -> Event:
    return events.CardsRevealed(
        round=command.round,
        viewer=command.viewer,
        role=command.role,
        purpose=command.purpose,
    )
