"""Who must act next, and in which phase."""

from typing import NamedTuple

from domain.kernel.seats import Seat, in_order
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Live, Showdown, Splitting


class Waiting(NamedTuple):
    """The phase by its name in a record, and the seats it waits for, p1 upward."""

    phase: str
    seats: tuple[Seat, ...]


def waiting(state: Live) -> Waiting:
    """Return what a running round waits for."""
    match state:
        case Dealing():
            dealt = state.hands
            return Waiting("deal", tuple(s for s in state.round.contestants if s not in dealt))
        case Betting():
            return Waiting("betting", () if state.turn is None else (state.turn,))
        case Splitting():
            split = state.splits
            return Waiting("splitting", tuple(s for s in state.live if s not in split))
        case Showdown():  # passed through within one decision, never waited in
            return Waiting("showdown", ())
        case BuyingIn():
            return Waiting("buy_in", in_order(state.round.seats, state.offered))
