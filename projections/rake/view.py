"""The rake of a round: `project` remembers who sits where, `parts_of` reads what was taken."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.kernel.decider import Event
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao import events


class RakeView(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a round's rake is taken of, and at which table."""

    table: str | None
    players: Mapping[Seat, str]


class RakeLine(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a player's rake that falls on one award of a pot (Z9.5)."""

    stage: int
    pot: str
    seat: Seat
    player: str
    table: str | None
    points: int


EMPTY: Final = RakeView(table=None, players={})


def project(view: RakeView, fact: Event) -> RakeView:
    """Return the view after one fact."""
    if not isinstance(fact, events.RoundOpened):
        return view
    seats = seats_of(len(fact.players))
    players = {seat: line.player for seat, line in zip(seats, fact.players, strict=True)}
    return RakeView(table=fact.table, players=players)


def parts_of(view: RakeView, fact: Event) -> tuple[RakeLine, ...]:
    """Return the rake that a fact takes, by award."""
    if not isinstance(fact, events.RakeTaken):
        return ()
    return tuple(
        RakeLine(
            stage=part.stage,
            pot=part.pot,
            seat=fact.seat,
            player=view.players[fact.seat],
            table=view.table,
            points=part.points,
        )
        for part in fact.parts
    )
