"""The decider of a round of 比牌升級, for whatever runs or replays it."""

from typing import Final

from domain.kernel.decider import Decider
from domain.shengji.commands import Command
from domain.shengji.decide import decide
from domain.shengji.events import Event
from domain.shengji.evolve import evolve
from domain.shengji.state import Settled, State, Unopened, Voided


def is_terminal(state: State) -> bool:
    """Say whether the round is over."""
    return isinstance(state, Settled | Voided)


SHENGJI: Final[Decider[State, Command, Event]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
