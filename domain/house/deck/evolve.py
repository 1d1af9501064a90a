"""Folding facts into the state of a round's decks. No rule is judged here."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house.deck import events
from domain.house.deck.events import Event
from domain.house.deck.state import Cut, Cutting, State, Uncommitted
from domain.kernel.decider import Phases, folding
from domain.kernel.seats import Seat


def _committed(_: Uncommitted | Cut, event: events.DeckCommitted) -> State:
    waits = tuple(one.seat for one in event.cutters if one.anchor is not None)
    return Cutting(deck=event, values={}, waits=waits)


def _revealed(state: Cutting, event: events.CutRevealed) -> State:
    values = {**state.values, event.seat: event.value}
    return Cutting(deck=state.deck, values=values, waits=_without(state, event.seat))


def _missed(state: Cutting, event: events.CutMissed) -> State:
    return Cutting(deck=state.deck, values=state.values, waits=_without(state, event.seat))


def _without(state: Cutting, seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in state.waits if one != seat)


def _cut(state: Cutting, event: events.DeckCut) -> State:
    return Cut(deck=state.deck, values=state.values, cut=event.cut)


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.DeckCommitted: ((Uncommitted, Cut), _committed),
    events.CutRevealed: (Cutting, _revealed),
    events.CutMissed: (Cutting, _missed),
    events.DeckCut: (Cutting, _cut),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
