"""Folding facts into the state of the self-check. No rule is judged here."""

from msgspec.structs import replace

from domain.house.selfcheck.events import Event, IntegrityAlarm, SelfChecked
from domain.house.selfcheck.state import State


def evolve(state: State, event: Event) -> State:
    """Return what is expected, and which alarm is on, once the fact has happened."""
    match event:
        case SelfChecked():
            return replace(state, expected={event.version: event.digest, **state.expected})
        case IntegrityAlarm():
            return replace(state, alarm=event)
        case _:
            accepted = {**state.expected, event.version: event.digest}
            return replace(state, expected=accepted, alarm=None)
