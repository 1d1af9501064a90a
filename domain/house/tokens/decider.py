"""The decider of taken back tokens, for whatever runs or replays it."""

from collections.abc import Mapping
from typing import Final

from domain.house.labels import LONGEST, is_label, is_name
from domain.house.tokens.commands import Command
from domain.house.tokens.events import Event, TokensRevoked
from domain.house.tokens.refusals import BadRevocationReason, BadTokenOwner, RevokedAlready
from domain.kernel.decider import Decider, Decision
from domain.kernel.refusal import Refusal

State = Mapping[tuple[str, str], int]
"""Up to which moment tokens count no more, by role and name of whom they are."""


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """H13.2: tokens are taken back with a reason, and never given again."""
    if not is_name(command.name) or not is_name(command.role):
        return BadTokenOwner(most=LONGEST)
    if not is_label(command.reason):
        return BadRevocationReason(most=LONGEST)
    until = state.get((command.role, command.name), -1)
    if command.until <= until:
        return RevokedAlready(until=until)
    fact = TokensRevoked(
        name=command.name, role=command.role, until=command.until, reason=command.reason
    )
    return Decision((fact,), evolve(state, fact))


def evolve(state: State, event: Event) -> State:
    """Return what counts no more once the fact has happened."""
    return {**state, (event.role, event.name): event.until}


def is_terminal(_: State) -> bool:
    """A house takes tokens back as long as it makes any."""
    return False


TOKENS: Final[Decider[State, Command, Event]] = Decider(
    initial={}, decide=decide, evolve=evolve, is_terminal=is_terminal
)
