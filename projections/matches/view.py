"""A match as a line in a list, its seats, and its newest round: `project` folds facts."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from domain.games.status import Status as RoundStatus
from domain.house.match import events
from domain.house.table.events import Ending
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.shengji.ruleset import LEVELS
from domain.shengji.sides import SEATS, Side
from projections.moments import moment

Status = Literal["waiting", "running", "won", "abandoned"]


_ENDED: Final = {Ending.SETTLED: RoundStatus.COMPLETE, Ending.VOIDED: RoundStatus.VOIDED}


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a match: nobody's as long as `player` is None; `score` is that of the match."""

    seat: Seat
    player: str | None = None
    ready: bool = False
    away: bool = False
    disabled: bool = False
    score: int = 0


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the match, its `number`-th from 1: levels before and after it, scores by seat.

    What only its end tells is empty until then. A voided one leaves the levels (S8.5).
    """

    number: int
    round: str
    status: RoundStatus
    dealer: Seat | None
    before: Mapping[Side, str]
    after: Mapping[Side, str] = {}
    scores: Mapping[Seat, int] = {}
    next_dealer: Seat | None = None
    started_at: str
    ended_at: str | None = None
    position: int


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """A match. It is `running` from its first round on, `running` names the round that runs.

    `dealer` is who deals the next round, None as long as none was settled; `rounds` is how many
    were started. `version` is that of the last fact.
    """

    status: Status
    ladder: str
    levels: Mapping[Side, str]
    dealer: Seat | None = None
    rounds: int = 0
    running: str | None = None
    winner: Side | None = None
    reason: str | None = None
    opened_at: str
    ended_at: str | None = None
    version: int
    opened_position: int
    seats: Mapping[Seat, SeatView]
    newest: RoundView | None = None


def project(view: MatchView | None, fact: Recorded) -> MatchView | None:
    """Return the view after one fact; None before the match is opened."""
    event = fact.event
    if isinstance(event, events.MatchOpened):
        return _opened(event, fact)
    if view is None:
        return None
    view = replace(view, version=fact.version)
    match event:
        case events.MatchRoundStarted():
            return _started(view, event, fact)
        case events.MatchRoundEnded():
            return _ended(view, event, fact)
        case events.MatchWon():
            return _over(replace(view, status="won", winner=event.side), fact)
        case events.MatchAbandoned():
            return _over(replace(view, status="abandoned", reason=event.reason), fact)
        case _:
            return _seated(view, event)


def _opened(event: events.MatchOpened, fact: Recorded) -> MatchView:
    ladder = event.settings.ladder
    return MatchView(
        status="waiting",
        ladder=ladder.value,
        levels=dict.fromkeys(Side, LEVELS[ladder][0]),
        opened_at=moment(fact.envelope.recorded_at),
        version=fact.version,
        opened_position=fact.position or 0,
        seats={seat: SeatView(seat=seat) for seat in SEATS},
    )


def _seated(view: MatchView, event: object) -> MatchView:
    match event:
        case events.PlayerJoined():
            return _with(view, SeatView(seat=event.seat, player=event.player))
        case events.PlayerQuit():
            return _with(view, SeatView(seat=event.seat))
        case events.PlayerReady():
            return _with(view, replace(view.seats[event.seat], ready=True))
        case events.PlayerAway() | events.PlayerBack():
            away = isinstance(event, events.PlayerAway)
            return _with(view, replace(view.seats[event.seat], away=away))
        case events.MatchSeatDisabled() | events.MatchSeatEnabled():
            disabled = isinstance(event, events.MatchSeatDisabled)
            return _with(view, replace(view.seats[event.seat], disabled=disabled))
        case _:
            return view


def _with(view: MatchView, seat: SeatView) -> MatchView:
    return replace(view, seats={**view.seats, seat.seat: seat})


def _started(view: MatchView, event: events.MatchRoundStarted, fact: Recorded) -> MatchView:
    newest = RoundView(
        number=event.number,
        round=event.round,
        status=RoundStatus.OPEN,
        dealer=event.dealer,
        before=event.levels,
        started_at=moment(fact.envelope.recorded_at),
        position=fact.position or 0,
    )
    return replace(view, status="running", rounds=event.number, running=event.round, newest=newest)


def _ended(view: MatchView, event: events.MatchRoundEnded, fact: Recorded) -> MatchView:
    assert view.newest is not None, "only a round that was started ends"
    newest = replace(
        view.newest,
        status=_ENDED[event.ending],
        after=event.levels,
        scores=event.scores,
        next_dealer=event.next_dealer,
        ended_at=moment(fact.envelope.recorded_at),
        position=fact.position or 0,
    )
    seats = {s: replace(one, score=event.totals[s]) for s, one in view.seats.items()}
    return replace(
        view,
        levels=event.levels,
        dealer=event.next_dealer,
        running=None,
        seats=seats,
        newest=newest,
    )


def _over(view: MatchView, fact: Recorded) -> MatchView:
    return replace(view, running=None, ended_at=moment(fact.envelope.recorded_at))


WHO: Final = (
    events.PlayerJoined,
    events.PlayerQuit,
    events.PlayerReady,
    events.PlayerAway,
    events.PlayerBack,
    events.MatchSeatDisabled,
    events.MatchSeatEnabled,
)
"""The facts that are about one seat."""
