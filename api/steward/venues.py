"""Where rounds are played: tables and matches, and what the steward must know of either."""

from collections.abc import Mapping
from typing import Final

from domain.flow.address import Kind
from domain.house.match import commands as match_commands
from domain.house.match import events as match_events
from domain.house.match import rounds as match_rounds
from domain.house.match import state as match_state
from domain.house.table import commands as table_commands
from domain.house.table import events as table_events
from domain.house.table import state as table_state
from domain.house.table.rounds import able_seats
from domain.kernel.decider import Command, Event

State = table_state.State | match_state.State
Open = table_state.Open | match_state.Open

OPENINGS: Final[Mapping[Kind, type[Event]]] = {
    Kind.TABLE: table_events.TableOpened,
    Kind.MATCH: match_events.MatchOpened,
}
"""By which fact a venue of each kind begins."""

STARTED: Final = (table_events.RoundStarted, match_events.MatchRoundStarted)
ENDED: Final = (table_events.RoundEnded, match_events.MatchRoundEnded)
"""The facts by which a venue's round begins and ends; they say which in `round`."""


def running_in(state: Open) -> str | None:
    """Return the round that a venue runs, if any."""
    if isinstance(state, match_state.Open):
        return state.running
    return None if state.running is None else state.running.round


def can_start(state: State) -> bool:
    """Say whether the next round could start now (H4.1, M4)."""
    match state:
        case table_state.Open():
            able = len(able_seats(state))
            return state.running is None and able >= state.settings.min_players
        case match_state.Open():
            return match_rounds.can_start(state)
        case _:
            return False


def begins(state: State) -> bool:
    """Say whether the next round is the first of a match, for which nobody need pause (M10)."""
    return isinstance(state, match_state.Open) and not state.begun


def start(kind: Kind, round_id: str) -> Command:
    """Return what starts a round in a venue of a kind."""
    if kind is Kind.MATCH:
        return match_commands.StartMatchRound(round=round_id)
    return table_commands.StartRound(round=round_id)
