"""Folding facts into the state of a hold. No rule is judged here."""

from msgspec.structs import replace

from domain.house.hold.events import Event, RoundHeld, RoundReleased
from domain.house.hold.state import State


def evolve(state: State, event: Event) -> State:
    """Return which disputes hold the round after the fact."""
    match event:
        case RoundHeld():
            return replace(state, disputes={**state.disputes, event.dispute: event.by})
        case RoundReleased():
            left = {one: by for one, by in state.disputes.items() if one != event.dispute}
            return replace(state, disputes=left)
        case _:
            return replace(state, erased=True)
