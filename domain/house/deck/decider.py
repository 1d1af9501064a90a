"""The decider of a round's decks, for whatever runs or replays it."""

from typing import Final

from domain.house.deck.commands import Command
from domain.house.deck.decide import decide
from domain.house.deck.events import Event
from domain.house.deck.evolve import evolve
from domain.house.deck.state import State, Uncommitted
from domain.kernel.decider import Decider


def is_terminal(_: State) -> bool:
    """Decks have no end of their own: it is the round's."""
    return False


DECK: Final[Decider[State, Command, Event]] = Decider(
    initial=Uncommitted(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)
