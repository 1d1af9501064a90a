"""Folding facts into the state of a round's access. No rule is judged here."""

from domain.house.access.events import Event, RevealGranted
from domain.house.access.state import State


def evolve(state: State, event: Event) -> State:
    """Return who may look until when: a new grant takes the place of the person's last one."""
    if isinstance(event, RevealGranted):
        return State(until_ms={**state.until_ms, f"{event.role}/{event.viewer}": event.until_ms})
    return state
