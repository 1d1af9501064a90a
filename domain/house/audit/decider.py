"""The decider of the audits of decks: they are recorded one behind the other."""

from typing import Final

from domain.house.audit.commands import Command
from domain.house.audit.events import DecksAudited, Event
from domain.house.audit.refusals import BadAuditor, BadSeed
from domain.house.hexes import is_hex
from domain.house.labels import is_name
from domain.kernel.decider import Decider, Decision
from domain.kernel.refusal import Refusal

State = int
"""How many audits there were."""


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """H6.7: whatever an audit came to is recorded."""
    if not is_name(command.auditor):
        return BadAuditor()
    if not is_hex(command.seed):
        return BadSeed()
    fact = DecksAudited(
        auditor=command.auditor,
        seed=command.seed,
        drawn=command.drawn,
        among=command.among,
        position=command.position,
        rounds=command.rounds,
        repeated=command.repeated,
    )
    return Decision((fact,), evolve(state, fact))


def evolve(state: State, _: Event) -> State:
    """Return how many audits there are with this one."""
    return state + 1


def is_terminal(_: State) -> bool:
    """There may always be another audit."""
    return False


AUDITS: Final[Decider[State, Command, Event]] = Decider(
    initial=0,
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
