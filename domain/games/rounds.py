"""A round of either game as one decider: its opening says which game it is."""

from typing import Any, Final

from domain.games.game import Waiting
from domain.games.games import GAMES, game_of
from domain.games.refusals import OtherGame
from domain.house.deck.visibility import seen_by as seen_in_deck
from domain.kernel.decider import Command, Decider, Decision, Event, ImpossibleFactError, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat


class Unopened:
    """Nothing has happened yet, and no game is chosen."""


State = Any
"""Unopened, or a state of either game."""


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return what the command's game decides, or why the command is refused."""
    game = game_of(command)
    if game is None:
        return OtherGame()
    if isinstance(state, Unopened):
        return game.decider.decide(game.decider.initial, command)
    return game.decider.decide(state, command) if game_of(state) is game else OtherGame()


def evolve(state: State, event: Event) -> State:
    """Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
    game = game_of(event)
    if game is None or not (isinstance(state, Unopened) or game_of(state) is game):
        message = f"{type(event).__name__} cannot happen in {type(state).__name__}"
        raise ImpossibleFactError(message)
    return game.decider.evolve(
        game.decider.initial if isinstance(state, Unopened) else state, event
    )


def is_terminal(state: State) -> bool:
    """Say whether the round is over."""
    game = game_of(state)
    return game is not None and game.decider.is_terminal(state)


ROUND: Final[Decider[State, Any, Any]] = Decider(
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    is_terminal=is_terminal,
)


def may_come_from(command: Command, origin: Origin) -> bool:
    """Say whether a decision of this kind can be made by the house, a player, clock or operator."""
    game = game_of(command)
    return game is not None and game.may_come_from(command, origin)


def seen_by(viewer: str | None, told: Any) -> Any:  # noqa: ANN401 -- a fact or command of either game
    """Return a fact or command as the viewer may see it.

    Those of no round are open to all, but for the secret of a deck.
    """
    game = game_of(told)
    return seen_in_deck(viewer, told) if game is None else game.seen_by(viewer, told)


def turn_of(state: State) -> str | None:
    """Return the name of the turn that is open, None while the round waits for nothing."""
    game = game_of(state)
    return None if game is None else game.turn_of(state)


def seconds_of(state: State) -> int | None:
    """Return how long the seats have for the open turn, None where no seat is asked."""
    game = game_of(state)
    return None if game is None else game.seconds_of(state)


def waiting(state: State) -> Waiting | None:
    """Return what a running round waits for, None before its opening or after its end."""
    game = game_of(state)
    if game is None or state == game.decider.initial or game.decider.is_terminal(state):
        return None
    return game.waiting(state)


def late_command(state: State, seat: Seat) -> Command:
    """Return what the clock asks for a seat that the open turn still waits for."""
    game = game_of(state)
    assert game in GAMES, "only a running round waits for a seat"
    return game.late_command(state, seat)
