"""Who must act next, and in which phase."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.seats import Seat
from domain.shengji.sides import SEATS
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Live,
    Playing,
    Returning,
    TurningUp,
)


class Waiting(NamedTuple):
    """The phase by its name in a record, and the seats it waits for, p1 upward."""

    phase: str
    seats: tuple[Seat, ...]


Asking = Contesting | CallingTrump | Returning | Burying | Playing
"""The phases in which a seat is asked: one at a time, always."""


def asked(state: Asking) -> Seat:
    """Return the seat that must act next."""
    match state:
        case Playing() | Contesting():
            return state.turn
        case Burying():
            assert state.round.dealer is not None
            return state.round.dealer
        case CallingTrump() | Returning():
            return state.contest.winner


def waiting(state: Live) -> Waiting:
    """Return what a running round waits for."""
    match state:
        case Dealing():
            return Waiting("deal", tuple(seat for seat in SEATS if seat not in state.hands))
        case TurningUp():
            return Waiting("faceup", ())
        case _:
            return Waiting(_NAMES[type(state)], (asked(state),))


_NAMES: Final[Mapping[type[Asking], str]] = {
    Contesting: "contest",
    CallingTrump: "trump",
    Returning: "return",
    Burying: "bury",
    Playing: "play",
}
