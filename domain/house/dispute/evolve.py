"""Folding facts into the state of a dispute. No rule is judged here."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.house.dispute import events
from domain.house.dispute.events import Event
from domain.house.dispute.state import Closed, Open, State, Unopened
from domain.kernel.decider import Phases, folding


def _opened(_: Unopened, event: events.DisputeOpened) -> State:
    return Open(
        dispute=event.dispute,
        round=event.round,
        by=event.by,
        due_ms=event.due_ms,
        verdict=None,
        pending=None,
    )


def _said(state: Open, _: Event) -> State:
    return state


def _decided(state: Open, event: events.DisputeDecided) -> State:
    return replace(state, verdict=event.verdict)


def _proposed(state: Open, event: events.CompensationProposed) -> State:
    return replace(state, pending=event.adjustment)


def _ended(state: Open, _: events.CompensationEnded) -> State:
    return replace(state, pending=None)


def _closed(state: Open, _: events.DisputeClosed) -> State:
    return Closed(
        dispute=state.dispute,
        round=state.round,
        by=state.by,
        due_ms=state.due_ms,
        verdict=state.verdict,
    )


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.DisputeOpened: (Unopened, _opened),
    events.EvidenceAdded: (Open, _said),
    events.NoteAdded: (Open, _said),
    events.DisputeDecided: (Open, _decided),
    events.CompensationProposed: (Open, _proposed),
    events.CompensationEnded: (Open, _ended),
    events.DisputeClosed: (Open, _closed),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
