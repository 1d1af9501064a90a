"""Folding facts into the state of an adjustment. No rule is judged here."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house.adjustment import events
from domain.house.adjustment.events import Event
from domain.house.adjustment.state import Decided, Proposed, State, Unproposed
from domain.kernel.decider import Phases, folding


def _proposed(_: Unproposed, event: events.AdjustmentProposed) -> State:
    return Proposed(
        adjustment=event.adjustment,
        by=event.by,
        player=event.player,
        points=event.points,
        reason=event.reason,
        dispute=event.dispute,
    )


def _approved(state: Proposed, _: events.AdjustmentApproved) -> State:
    return _decided(state, approved=True)


def _rejected(state: Proposed, _: events.AdjustmentRejected) -> State:
    return _decided(state, approved=False)


def _decided(state: Proposed, *, approved: bool) -> State:
    return Decided(
        adjustment=state.adjustment,
        by=state.by,
        player=state.player,
        points=state.points,
        reason=state.reason,
        dispute=state.dispute,
        approved=approved,
    )


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.AdjustmentProposed: (Unproposed, _proposed),
    events.AdjustmentApproved: (Proposed, _approved),
    events.AdjustmentRejected: (Proposed, _rejected),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
