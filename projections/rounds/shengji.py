"""Rounds of 升級 in the list: their match, level, dealer, attackers' points and scores."""

from typing import Final

from msgspec.structs import replace

from domain.games.status import Status
from domain.log.envelope import Recorded
from domain.shengji import events
from domain.shengji.sides import SEATS, SIDE_OF
from projections.moments import moment
from projections.rounds.line import RoundView, SeatView, over

SHENGJI: Final = "shengji"
FACTS: Final = (
    events.RoundOpened,
    events.ContestWon,
    events.RoundSettled,
    events.RoundVoided,
)


def opened(event: events.RoundOpened, fact: Recorded) -> RoundView:
    """Return the line of the round that a fact opens."""
    seats = zip(SEATS, event.players, strict=True)
    return RoundView(
        game=SHENGJI,
        match=event.match,
        rules=event.rules,
        status=Status.OPEN,
        level=event.level,
        dealer=event.dealer,
        started_at=moment(fact.envelope.recorded_at),
        version=fact.version,
        seats=tuple(SeatView(seat=s, player=p, side=SIDE_OF[s].value) for s, p in seats),
    )


def gone_on(view: RoundView, fact: Recorded) -> RoundView | None:
    """Return the line after a fact of this game that changes it."""
    event = fact.event
    match event:
        case events.ContestWon() if view.dealer is None:  # S4.1: a first round
            return replace(view, dealer=event.dealer, version=fact.version)
        case events.RoundSettled():
            ended = replace(
                view,
                status=Status.COMPLETE,
                next_dealer=event.next_dealer,
                attack_points=event.attack_points,
                winners=event.winners.value,
            )
            seats = (replace(seat, score=event.scores[seat.seat]) for seat in view.seats)
            return over(ended, fact, tuple(seats))
        case events.RoundVoided():  # S8.5: nothing changes by it
            seats = (replace(seat, score=0) for seat in view.seats)
            return over(replace(view, status=Status.VOIDED), fact, tuple(seats))
        case _:
            return None
