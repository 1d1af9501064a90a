"""Which turn is open, by its name, and for how long (S1, H5)."""

from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Playing,
    Returning,
    State,
    TurningUp,
)


def turn_of(state: State) -> str | None:
    """Return the name of the turn that is open, None while the round waits for nothing.

    Every word said in the contest opens another, as `contest.2`, and every play, as `play.7.3`:
    the fourth of trick 7. All returns are one turn. `deal` and `faceup` are the house's own.
    """
    match state:
        case Playing():
            return f"play.{state.trick}.{len(state.plays)}"
        case Contesting():
            return f"contest.{state.spoken}"
        case Dealing():
            return "deal"
        case TurningUp():
            return "faceup"
        case CallingTrump():
            return "trump"
        case Returning():
            return "return"
        case Burying():
            return "bury"
        case _:
            return None


def seconds_of(state: State) -> int | None:
    """S1: return how long the seat has for the open turn, None where no seat is asked."""
    match state:
        case Playing():
            return state.round.rules.play_seconds
        case Contesting():
            return state.round.rules.contest_seconds
        case CallingTrump():
            return state.round.rules.trump_seconds
        case Returning():
            return state.round.rules.return_seconds
        case Burying():
            return state.round.rules.bury_seconds
        case _:
            return None
