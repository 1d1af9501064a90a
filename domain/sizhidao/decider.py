"""The decider of a round of 四支刀, for whatever runs or replays it."""

from typing import Final

from domain.kernel.decider import Decider
from domain.sizhidao.commands import Command
from domain.sizhidao.decide import decide
from domain.sizhidao.events import Event
from domain.sizhidao.evolve import evolve
from domain.sizhidao.state import Settled, State, Unopened, Voided


def is_terminal(state: State) -> bool:
    """Say whether the round is over."""
    return isinstance(state, Settled | Voided)


SIZHIDAO: Final[Decider[State, Command, Event]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
