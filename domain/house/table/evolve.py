"""Folding facts into the state of a table. No rule is judged here: facts carry their numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.house.table import events
from domain.house.table.events import Ending, Event
from domain.house.table.state import Open, Running, Seated, State, Unopened
from domain.kernel.decider import Phases, folding
from domain.kernel.seats import Seat


def _opened(_: Unopened, event: events.TableOpened) -> State:
    return Open(
        table=event.table,
        settings=event.settings,
        seats={},
        order=(),
        last_head=None,
        running=None,
    )


def _changed(state: Open, event: events.SettingsChanged) -> State:
    return replace(state, settings=event.settings)


def _delayed(state: Open, event: events.SpectatorsDelayed) -> State:
    return replace(state, delay_seconds=event.seconds, delays=state.delays + 1)


def _sat(state: Open, event: events.PlayerSat) -> State:
    seated = Seated(player=event.player, stack=event.points, disabled=False)
    # Z1.3 asks who sat down first; from the first settled round on it is Z8's order that counts.
    order = state.order if state.last_head is not None else (*state.order, event.player)
    return replace(_with(state, event.seat, seated), order=order)


def _topped_up(state: Open, event: events.StackToppedUp) -> State:
    seated = state.seats[event.seat]
    return _with(state, event.seat, replace(seated, stack=seated.stack + event.points))


def _stood_up(state: Open, event: events.PlayerStoodUp) -> State:
    return replace(
        state,
        seats={seat: one for seat, one in state.seats.items() if seat != event.seat},
        order=tuple(player for player in state.order if player != event.player),
    )


def _disabled(state: Open, event: events.SeatDisabled) -> State:
    return _with(state, event.seat, replace(state.seats[event.seat], disabled=True))


def _enabled(state: Open, event: events.SeatEnabled) -> State:
    return _with(state, event.seat, replace(state.seats[event.seat], disabled=False))


def _started(state: Open, event: events.RoundStarted) -> State:
    running = Running(round=event.round, head=event.head, dealt_in=event.dealt_in)
    return replace(state, running=running)


def _ended(state: Open, event: events.RoundEnded) -> State:
    seats = dict(state.seats)
    for seat, net in event.net.items():
        seats[seat] = replace(seats[seat], stack=seats[seat].stack + net)
    # Until a round is settled the order of Z1.3 goes on growing.
    by_rounds = event.ending is Ending.SETTLED or state.last_head is not None
    return replace(
        state,
        seats=seats,
        order=tuple(seats[seat].player for seat in event.order),
        last_head=event.next_head if by_rounds else None,
        running=None,
    )


def _with(state: Open, seat: Seat, seated: Seated) -> Open:
    return replace(state, seats={**state.seats, seat: seated})


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.TableOpened: (Unopened, _opened),
    events.SettingsChanged: (Open, _changed),
    events.SpectatorsDelayed: (Open, _delayed),
    events.PlayerSat: (Open, _sat),
    events.StackToppedUp: (Open, _topped_up),
    events.PlayerStoodUp: (Open, _stood_up),
    events.SeatDisabled: (Open, _disabled),
    events.SeatEnabled: (Open, _enabled),
    events.RoundStarted: (Open, _started),
    events.RoundEnded: (Open, _ended),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
