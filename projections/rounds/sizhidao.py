"""Rounds of 四支刀 in the list: their table, head, stages, pots and points."""

from typing import Final

from msgspec.structs import replace

from domain.games.status import Status
from domain.kernel.seats import seats_of
from domain.log.envelope import Recorded
from domain.sizhidao import events
from projections.moments import moment
from projections.rounds.line import Result, RoundView, SeatView, over

SIZHIDAO: Final = "sizhidao"
FACTS: Final = (
    events.RoundOpened,
    events.PlayoffOpened,
    events.RoundSettled,
    events.RoundVoided,
)


def opened(event: events.RoundOpened, fact: Recorded) -> RoundView:
    """Return the line of the round that a fact opens."""
    seats = zip(seats_of(len(event.players)), event.players, strict=True)
    return RoundView(
        game=SIZHIDAO,
        table=event.table,
        rules=event.rules,
        status=Status.OPEN,
        head=event.head,
        started_at=moment(fact.envelope.recorded_at),
        version=fact.version,
        seats=tuple(SeatView(seat=seat, player=p.player, stack=p.stack) for seat, p in seats),
    )


def gone_on(view: RoundView, fact: Recorded) -> RoundView | None:
    """Return the line after a fact of this game that changes it."""
    event = fact.event
    match event:
        case events.PlayoffOpened():
            return replace(view, stages=event.stage + 1, version=fact.version)
        case events.RoundSettled():
            total = sum(event.received.values())
            ended = replace(
                view, status=Status.COMPLETE, next_head=event.next_head, pot_total=total
            )
            return over(ended, fact, _settled(view, event))
        case events.RoundVoided():
            return over(
                replace(view, status=Status.VOIDED, pot_total=0), fact, _voided(view, event)
            )
        case _:
            return None


def _settled(view: RoundView, event: events.RoundSettled) -> tuple[SeatView, ...]:
    return tuple(
        replace(
            line,
            result=Result(
                committed=event.committed[line.seat],
                returned=event.returned[line.seat],
                received=event.received[line.seat],
                rake=event.rake[line.seat],
                net=event.net[line.seat],
            ),
        )
        for line in view.seats
    )


def _voided(view: RoundView, event: events.RoundVoided) -> tuple[SeatView, ...]:
    """Z9.4: everything committed goes back, so nothing was received or raked."""
    return tuple(
        replace(
            line,
            result=Result(
                committed=event.returned[line.seat],
                returned=event.returned[line.seat],
                received=0,
                rake=0,
                net=0,
            ),
        )
        for line in view.seats
    )
