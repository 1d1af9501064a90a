"""Rows of matches out of facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from domain.house.match import events
from domain.log import streams
from domain.log.envelope import Recorded
from domain.shengji.sides import SEATS as ALL_SEATS
from domain.shengji.sides import Side
from projections.lines import LinesWriter, Made, Told
from projections.matches.table import MATCHES, ROUNDS, SEATS
from projections.matches.view import WHO, MatchView, RoundView, SeatView, project
from projections.projection import Projection
from projections.store.tables import Row

NAME: Final = "matches"
FACTS: Final = (
    events.MatchOpened,
    *WHO,
    events.MatchRoundStarted,
    events.MatchRoundEnded,
    events.MatchWon,
    events.MatchAbandoned,
)
_PARTS: Final = ("levels", "seats", "newest")
_COLUMNS: Final = tuple(name for name in MatchView.__struct_fields__ if name not in _PARTS)
_ROUND_PARTS: Final = ("before", "after", "scores")
_ROUND_COLUMNS: Final = tuple(n for n in RoundView.__struct_fields__ if n not in _ROUND_PARTS)


def told(before: MatchView | None, view: MatchView | None, fact: Recorded) -> Iterator[Told]:
    """Yield the row of a match after a fact, and those of the seats and the round it changes."""
    if view is None:
        return
    of = {"match": fact.stream.removeprefix(streams.MATCHES)}
    yield Told(MATCHES, {**of, **match_row(view)})
    for seat in view.seats.values():
        if before is None or seat is not before.seats[seat.seat]:
            opened = {"opened_position": view.opened_position}
            yield Told(SEATS, {**of, **seat_row(seat), **opened})
    if view.newest is not None and (before is None or view.newest is not before.newest):
        yield Told(ROUNDS, {**of, **round_row(view.newest)})


def match_row(view: MatchView) -> Row:
    """Return a match as columns, without its name."""
    return {
        **{name: getattr(view, name) for name in _COLUMNS},
        "level_a": view.levels[Side.A],
        "level_b": view.levels[Side.B],
        "winner": None if view.winner is None else view.winner.value,
    }


def seat_row(seat: SeatView) -> Row:
    """Return a seat as columns: flags are 0 or 1."""
    row: Row = msgspec.structs.asdict(seat)
    return {
        name: int(value) if value is True or value is False else value
        for name, value in row.items()
    }


def round_row(played: RoundView) -> Row:
    """Return a round of a match as columns."""
    return {
        **{name: getattr(played, name) for name in _ROUND_COLUMNS},
        "status": played.status.value,
        "level_a": played.before[Side.A],
        "level_b": played.before[Side.B],
        "after_a": played.after.get(Side.A),
        "after_b": played.after.get(Side.B),
        **{f"score_{seat}": played.scores.get(seat) for seat in ALL_SEATS},
    }


TABLES: Final = {MATCHES: True, SEATS: True, ROUNDS: True}
MADE: Final = Made[MatchView | None](None, project, told, TABLES)
PROJECTION: Final = Projection(NAME, FACTS, tuple(TABLES), partial(LinesWriter, MADE))
