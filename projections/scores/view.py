"""The score ledger: `project` remembers who sits where, `lines_of` reads what was given."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import ScoreCause
from domain.shengji.sides import SEATS


class ScoresView(msgspec.Struct, frozen=True, kw_only=True):
    """The match that a round is of, if any, and its players."""

    match: str | None
    players: Mapping[Seat, str]


class ScoreLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat scored for one cause, below zero if it lost (S7, S8.2, S8.4)."""

    cause: ScoreCause
    seat: Seat
    match: str | None
    player: str
    score: int


EMPTY: Final = ScoresView(match=None, players={})


def project(view: ScoresView, fact: Event) -> ScoresView:
    """Return the view after one fact."""
    if not isinstance(fact, events.RoundOpened):
        return view
    return ScoresView(match=fact.match, players=dict(zip(SEATS, fact.players, strict=True)))


def lines_of(view: ScoresView, fact: Event) -> tuple[ScoreLine, ...]:
    """Return the lines that a fact makes, p1 upward; together they add up to zero."""
    if not isinstance(fact, events.ScoresGiven):
        return ()
    return tuple(
        ScoreLine(
            cause=fact.cause,
            seat=seat,
            match=view.match,
            player=view.players[seat],
            score=score,
        )
        for seat, score in sorted(fact.scores.items())
    )
