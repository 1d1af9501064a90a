"""Folding facts into the state of a wallet. No rule is judged here."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.house.wallet import events
from domain.house.wallet.events import Event
from domain.house.wallet.state import Account, Issue, Nobody, State
from domain.kernel.decider import Phases, folding


def _created(_: Nobody, event: events.PlayerCreated) -> State:
    return Account(
        player=event.player,
        test=event.test,
        disabled=False,
        balance=0,
        seats={},
        matches={},
    )


def _disabled(state: Account, _: events.PlayerDisabled) -> State:
    return replace(state, disabled=True)


def _enabled(state: Account, _: events.PlayerEnabled) -> State:
    return replace(state, disabled=False)


def _deposited(state: Account, event: events.PointsDeposited) -> State:
    return replace(state, balance=state.balance + event.points)


def _withdrawn(state: Account, event: events.PointsWithdrawn) -> State:
    return replace(state, balance=state.balance - event.points)


def _issued(state: Nobody | Issue, event: events.PointsIssued) -> State:
    return Issue(balance=_balance(state) - event.points)


def _redeemed(state: Nobody | Issue, event: events.PointsRedeemed) -> State:
    return Issue(balance=_balance(state) + event.points)


def _brought(state: Account, event: events.PointsBroughtToTable) -> State:
    seats = {**state.seats, event.table: event.seat}
    return replace(state, balance=state.balance - event.points, seats=seats)


def _taken_home(state: Account, event: events.PointsTakenHome) -> State:
    seats = {table: seat for table, seat in state.seats.items() if table != event.table}
    return replace(state, balance=state.balance + event.points, seats=seats)


def _entered(state: Account, event: events.MatchEntered) -> State:
    return replace(state, matches={**state.matches, event.match: event.seat})


def _left(state: Account, event: events.MatchLeft) -> State:
    matches = {match: seat for match, seat in state.matches.items() if match != event.match}
    return replace(state, matches=matches)


def _adjusted(state: Account, event: events.PointsAdjusted) -> State:
    return replace(state, balance=state.balance + event.points)


def _issue_adjusted(state: Nobody | Issue, event: events.IssueAdjusted) -> State:
    return Issue(balance=_balance(state) - event.points)


def _balance(state: Nobody | Issue) -> int:
    return state.balance if isinstance(state, Issue) else 0


# For every stored fact: where it can happen, and how it is folded.
_FOLDS: Final[Mapping[type[Event], tuple[Phases, Callable[[Any, Any], State]]]] = {
    events.PlayerCreated: ((Nobody,), _created),
    events.PlayerDisabled: ((Account,), _disabled),
    events.PlayerEnabled: ((Account,), _enabled),
    events.PointsDeposited: ((Account,), _deposited),
    events.PointsWithdrawn: ((Account,), _withdrawn),
    events.PointsIssued: ((Nobody, Issue), _issued),
    events.PointsRedeemed: ((Nobody, Issue), _redeemed),
    events.PointsBroughtToTable: ((Account,), _brought),
    events.PointsTakenHome: ((Account,), _taken_home),
    events.MatchEntered: ((Account,), _entered),
    events.MatchLeft: ((Account,), _left),
    events.PointsAdjusted: ((Account,), _adjusted),
    events.IssueAdjusted: ((Nobody, Issue), _issue_adjusted),
}

evolve: Final = folding(_FOLDS)
"""Return the state after one fact. Raises `ImpossibleFactError` at a fact out of place."""
