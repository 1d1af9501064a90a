"""Folding facts into the state of a round's clock. No rule is judged here."""

from domain.house.clock.events import ClockResumed, ClockStopped, Event
from domain.house.clock.state import Deadline, Resumed, State, Stopped


def evolve(_: State, event: Event) -> State:
    """Return the deadline as the fact leaves it, or that there is none."""
    match event:
        case ClockStopped():
            return Stopped(reason=event.reason)
        case ClockResumed():
            return Resumed()
        case _:
            return Deadline(turn=event.turn, due_ms=event.due_ms)
