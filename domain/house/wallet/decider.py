"""The decider of a wallet, for whatever runs or replays it."""

from typing import Final

from domain.house.wallet.commands import Command
from domain.house.wallet.decide import decide
from domain.house.wallet.events import Event
from domain.house.wallet.evolve import evolve
from domain.house.wallet.state import Nobody, State
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """A wallet has no end."""
    return False


WALLET: Final[Decider[State, Command, Event]] = Decider(
    initial=Nobody(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
