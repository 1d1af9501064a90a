"""Folding facts into the state of a match. No rule is judged here: facts carry their numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.house.match import events
from domain.house.match.events import Event
from domain.house.match.state import Open, Over, Seated, State, Unopened
from domain.house.table.events import Ending
from domain.kernel.decider import Phases, folding
from domain.kernel.seats import Seat
from domain.shengji.ruleset import LEVELS
from domain.shengji.sides import SEATS, Side


def _opened(_: Unopened, event: events.MatchOpened) -> State:
    first = LEVELS[event.settings.ladder][0]
    return Open(
        match=event.match,
        settings=event.settings,
        seats={},
        levels=dict.fromkeys(Side, first),
        totals=dict.fromkeys(SEATS, 0),
        dealer=None,
        rounds=0,
        running=None,
    )


def _delayed(state: Open, event: events.MatchSpectatorsDelayed) -> State:
    return replace(state, delay_seconds=event.seconds, delays=state.delays + 1)


def _joined(state: Open, event: events.PlayerJoined) -> State:
    seated = Seated(player=event.player, ready=False, away=False, disabled=False)
    return replace(state, seats={**state.seats, event.seat: seated})


def _ready(state: Open, event: events.PlayerReady) -> State:
    return _with(state, event.seat, ready=True)


def _quit(state: Open, event: events.PlayerQuit) -> State:
    return replace(state, seats={s: one for s, one in state.seats.items() if s != event.seat})


def _away(state: Open, event: events.PlayerAway) -> State:
    return _with(state, event.seat, away=True)


def _back(state: Open, event: events.PlayerBack) -> State:
    return _with(state, event.seat, away=False)


def _started(state: Open, event: events.MatchRoundStarted) -> State:
    return replace(state, rounds=event.number, running=event.round)


def _ended(state: Open, event: events.MatchRoundEnded) -> State:
    ended = replace(state, running=None)
    if event.ending is Ending.VOIDED:  # S8.5
        return ended
    return replace(ended, levels=event.levels, totals=event.totals, dealer=event.next_dealer)


def _won(state: Open, event: events.MatchWon) -> State:
    return _over(state, winner=event.side, abandoned=None)


def _abandoned(state: Open, event: events.MatchAbandoned) -> State:
    return _over(state, winner=None, abandoned=event.reason)


def _disabled(state: Open, event: events.MatchSeatDisabled) -> State:
    return _with(state, event.seat, disabled=True)


def _enabled(state: Open, event: events.MatchSeatEnabled) -> State:
    return _with(state, event.seat, disabled=False)


def _with(state: Open, seat: Seat, **changes: bool) -> State:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], **changes)})


def _over(state: Open, *, winner: Side | None, abandoned: str | None) -> State:
    return Over(
        match=state.match,
        settings=state.settings,
        seats=state.seats,
        levels=state.levels,
        totals=state.totals,
        dealer=state.dealer,
        rounds=state.rounds,
        delay_seconds=state.delay_seconds,
        delays=state.delays,
        winner=winner,
        abandoned=abandoned,
    )


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.MatchOpened: (Unopened, _opened),
    events.MatchSpectatorsDelayed: (Open, _delayed),
    events.PlayerJoined: (Open, _joined),
    events.PlayerReady: (Open, _ready),
    events.PlayerQuit: (Open, _quit),
    events.PlayerAway: (Open, _away),
    events.PlayerBack: (Open, _back),
    events.MatchRoundStarted: (Open, _started),
    events.MatchRoundEnded: (Open, _ended),
    events.MatchWon: (Open, _won),
    events.MatchAbandoned: (Open, _abandoned),
    events.MatchSeatDisabled: (Open, _disabled),
    events.MatchSeatEnabled: (Open, _enabled),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
