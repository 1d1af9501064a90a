"""Folding facts into the state of the switches. No rule is judged here."""

from domain.house.switches.events import Disabled, Event
from domain.house.switches.state import State, Switches


def evolve(state: State, event: Event) -> State:
    """Return what is off once the fact has happened."""
    off = {scope: reason for scope, reason in state.off.items() if scope != event.scope}
    if isinstance(event, Disabled):
        off[event.scope] = event.reason
    return Switches(off=off)
