"""H5, H6.3: which turn is open in a round, the cutting of its deck included."""

from typing import Final, NamedTuple

from domain.flow.address import Look, deck, game
from domain.games.rounds import State, seconds_of, turn_of
from domain.house.deck.state import Cutting
from domain.house.deck.state import turn_of as turn_of_deck
from domain.shengji import state as shengji
from domain.sizhidao import state as sizhidao

WAITS_FOR_CARDS: Final = (sizhidao.Dealing, shengji.Dealing, shengji.TurningUp)
"""The phases in which the house deals; before that the deck is cut."""


class Turn(NamedTuple):
    """An open turn by its name, and how long its seats have for it; None in the house's own."""

    name: str
    seconds: int | None


def open_turn(look: Look, round_id: str) -> Turn | None:
    """Return the turn that is open in a round, None while it waits for nothing."""
    state = look(game(round_id))
    cutting = cut_in(look, round_id, state)
    if cutting is not None:
        return Turn(turn_of_deck(cutting), cutting.deck.seconds)
    name = turn_of(state)
    return None if name is None else Turn(name, seconds_of(state))


def cut_in(look: Look, round_id: str, state: State) -> Cutting | None:
    """Return the deck that is cut in a round in this state, None if none is.

    What was being cut when its round was voided is cut no more.
    """
    if not isinstance(state, WAITS_FOR_CARDS):
        return None
    cutting = look(deck(round_id))
    return cutting if isinstance(cutting, Cutting) else None
