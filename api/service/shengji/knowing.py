"""A round as one seat knows it: what is open, and its own hand (S9)."""

from typing import TypeVar

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.shengji import state as shengji
from domain.shengji.sides import SEATS

State = TypeVar("State", bound=shengji.State)


def known_to(seat: Seat, state: State) -> State:
    """Return a state without the hands of other seats and without the kitty.

    Whatever is answered out of it hangs on nothing that the seat may not know, because that is no
    longer there. A state that was settled or voided has no cards.
    """
    if not isinstance(state, shengji.Live):
        return state
    hands = {one: state.hands[one] if one == seat else () for one in SEATS if one in state.hands}
    known = replace(state, hands=hands, kitty=())
    return replace(known, buried=()) if isinstance(known, shengji.Playing) else known
