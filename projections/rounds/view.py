"""A round as a line in a list: `project` folds its facts, it decides nothing."""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from domain.kernel.seats import Seat, seats_of
from domain.log.envelope import Recorded
from domain.sizhidao import events
from projections.moments import moment

SIZHIDAO: Final = "sizhidao"
Status = Literal["open", "settled", "voided"]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's figures in points: net = received + returned − committed − rake (Z9.3)."""

    committed: int
    returned: int
    received: int
    rake: int
    net: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat of the round with which stack, and what came of it once it is over."""

    seat: Seat
    player: str
    stack: int
    result: Result | None = None


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round. `version` is the last fact that changed this; `pot_total` is what pots awarded."""

    game: str
    table: str | None
    rules: int
    status: Status
    head: Seat
    next_head: Seat | None = None
    stages: int = 1
    pot_total: int | None = None
    started_at: str
    ended_at: str | None = None
    version: int
    seats: tuple[SeatView, ...]


def project(view: RoundView | None, fact: Recorded) -> RoundView | None:
    """Return the view after one fact; None before the round is opened."""
    event = fact.event
    if isinstance(event, events.RoundOpened):
        return _opened(event, fact)
    if view is None:
        return None
    match event:
        case events.PlayoffOpened():
            return replace(view, stages=event.stage + 1, version=fact.version)
        case events.RoundSettled():
            over = replace(view, status="settled", next_head=event.next_head)
            return _over(over, fact, sum(event.received.values()), _settled(view, event))
        case events.RoundVoided():
            return _over(replace(view, status="voided"), fact, 0, _voided(view, event))
        case _:
            return view


def _opened(event: events.RoundOpened, fact: Recorded) -> RoundView:
    seats = zip(seats_of(len(event.players)), event.players, strict=True)
    return RoundView(
        game=SIZHIDAO,
        table=event.table,
        rules=event.rules,
        status="open",
        head=event.head,
        started_at=moment(fact.envelope.recorded_at),
        version=fact.version,
        seats=tuple(SeatView(seat=seat, player=p.player, stack=p.stack) for seat, p in seats),
    )


def _over(
    view: RoundView, fact: Recorded, pot_total: int, seats: tuple[SeatView, ...]
) -> RoundView:
    ended_at = moment(fact.envelope.recorded_at)
    return replace(view, pot_total=pot_total, ended_at=ended_at, version=fact.version, seats=seats)


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
