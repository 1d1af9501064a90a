"""Folding facts into the state of a round's clock. No rule is judged here."""

from domain.house.clock.events import Event
from domain.house.clock.state import Deadline, State


def evolve(_: State, event: Event) -> State:
    """Return the deadline as the fact leaves it."""
    return Deadline(turn=event.turn, due_ms=event.due_ms)
