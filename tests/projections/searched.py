"""Rounds of both games to be searched, and what a search must find by the events alone."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

from domain.flow.address import clock, dispute
from domain.house.clock import events as of_clock
from domain.house.clock.commands import StopClock
from domain.house.dispute import commands
from domain.house.dispute import events as of_dispute
from domain.house.dispute.events import Verdict
from domain.kernel.decider import Origin
from domain.kernel.seats import seats_of
from domain.log.store import Log
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao
from projections.moments import moment
from projections.rounds.search import Wanted
from tests.projections.match_room import MatchRoom
from tests.projections.room import Room

START = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=UTC)
A, B = ("p1", "p3"), ("p2", "p4")
BY = ("player/ann", "player/eve", "operator/o")


def unsteady() -> Callable[[], datetime]:
    """A clock that goes back and forth, so that rounds share a time, or lie before older ones."""
    numbers = count()
    return lambda: START + timedelta(minutes=next(numbers) * 31 % 53)


def play(log: Log) -> Room:
    """Play rounds of both games to all their ends; some are interrupted, some disputed."""
    room, matches = Room(log, seed=3), MatchRoom(log, seed=7)
    room.evening(4)
    matches.open("tea")
    for _ in range(2):
        matches.play(matches.start("tea"))
    matches.void(matches.start("tea"))
    running = matches.start("tea")
    matches.play(running, steps=9)
    matches.ask(clock(running), StopClock(reason="a flood"))
    room.play(room.start("oak"), steps=3)
    ann, eve, operator = BY
    dispute_about(room, "oak-1", "d-1", ann, steps=1)
    dispute_about(room, "oak-1", "d-2", operator, steps=2)
    dispute_about(room, "elm-2", "d-3", eve, steps=2)
    dispute_about(room, "oak-3", "d-4", ann, steps=3)
    dispute_about(room, running, "d-5", operator, steps=3)
    return room


def dispute_about(room: Room, about: str, name: str, by: str, *, steps: int) -> None:
    """Open a dispute about a round, and decide and close it if that is among so many steps."""
    origin = Origin.PLAYER if by.startswith("player/") else Origin.OPERATOR
    opening = commands.OpenDispute(dispute=name, round=about, by=by, claim="the deal", due_ms=1)
    judge = "operator/judge"
    decision = commands.DecideDispute(by=judge, verdict=Verdict.REJECTED, text="no")
    room.ask_as(by, dispute(name), opening, origin)
    if steps > 1:
        room.ask_as(judge, dispute(name), decision, Origin.OPERATOR)
    if steps > 2:
        closing = commands.CloseDispute(by=judge)
        room.ask_as(judge, dispute(name), closing, Origin.OPERATOR)


class Line(NamedTuple):
    """A round as its events have it; `came_to` has net and result by player."""

    round: str
    place: tuple[str, int]
    where: dict[str, str | None]
    status: str
    pot_total: int | None
    came_to: dict[str, tuple[int | None, str | None]]
    disputed_by: frozenset[str]


def lines(log: Log) -> list[Line]:
    """Every round of a log, out of its events and nothing else."""
    stopped: dict[str, bool] = {}
    disputes: dict[str, tuple[str, str]] = {}
    for one in log.after(0, 1_000_000):
        match one.event:
            case of_clock.ClockStopped() | of_clock.ClockResumed():
                name = one.stream.removeprefix("clock/")
                stopped[name] = isinstance(one.event, of_clock.ClockStopped)
            case of_dispute.DisputeOpened():
                disputes[one.stream] = (one.event.round, one.event.by)
            case of_dispute.DisputeClosed():
                del disputes[one.stream]
            case _:
                pass
    return [_line(log, stream, stopped, disputes) for stream in log.streams("round/")]


def _line(
    log: Log, stream: str, stopped: dict[str, bool], disputes: dict[str, tuple[str, str]]
) -> Line:
    recorded = log.read(stream)
    opened: Any = recorded[0].event
    of_shengji = isinstance(opened, shengji.RoundOpened)
    names = opened.players if of_shengji else [one.player for one in opened.players]
    seated = dict(zip(seats_of(len(names)), names, strict=True))
    status, pots, came_to = _end(recorded, seated)
    if status == "open" and stopped.get(opened.round, False):
        status = "interrupted"
    return Line(
        round=opened.round,
        place=(moment(recorded[0].envelope.recorded_at), recorded[0].position or 0),
        where={
            "game": "shengji" if of_shengji else "sizhidao",
            "table": None if of_shengji else opened.table,
            "match": opened.match if of_shengji else None,
        },
        status=status,
        pot_total=pots,
        came_to=came_to,
        disputed_by=frozenset(by for about, by in disputes.values() if about == opened.round),
    )


def _end(recorded: Any, seated: dict[Any, str]) -> tuple[str, int | None, dict[str, Any]]:  # noqa: ANN401 -- facts of either game
    end = recorded[-1].event
    match end:
        case sizhidao.RoundSettled():
            words = {1: "won", -1: "lost", 0: "even"}
            nets = {seated[seat]: net for seat, net in end.net.items()}
            signs = {name: (net > 0) - (net < 0) for name, net in nets.items()}
            came_to = {name: (nets[name], words[sign]) for name, sign in signs.items()}
            return "complete", sum(end.received.values()), came_to
        case sizhidao.RoundVoided():
            return "voided", 0, dict.fromkeys(seated.values(), (0, None))
        case shengji.RoundSettled():
            (dealer,) = {one.event.dealer for one in recorded if hasattr(one.event, "dealer")} - {
                None
            }
            dealing = A if dealer in A else B
            winning = dealing if end.winners == "dealer" else ({A, B} - {dealing}).pop()
            return (
                "complete",
                None,
                {
                    name: (None, "won" if seat in winning else "lost")
                    for seat, name in seated.items()
                },
            )
        case shengji.RoundVoided():
            return "voided", None, dict.fromkeys(seated.values(), (None, None))
        case _:
            return "open", None, dict.fromkeys(seated.values(), (None, None))


def is_wanted(line: Line, wanted: Wanted) -> bool:
    """Say whether a search must find a round."""
    where = all(getattr(wanted, name) in (None, line.where[name]) for name in line.where)
    when = (wanted.since is None or line.place[0] >= wanted.since) and (
        wanted.until is None or line.place[0] < wanted.until
    )
    disputed = any(wanted.disputed_by in (None, by) for by in line.disputed_by)
    return (
        where
        and when
        and wanted.status in (None, line.status)
        and _within(line.pot_total, wanted.pot_least, wanted.pot_most)
        and wanted.disputed in (None, disputed)
        and (wanted.winner is None or line.came_to.get(wanted.winner, (0, ""))[1] == "won")
        and any(_fits(line, name, wanted) for name in line.came_to)
    )


def _fits(line: Line, name: str, wanted: Wanted) -> bool:
    net, result = line.came_to[name]
    return (
        wanted.player in (None, name)
        and wanted.result in (None, result)
        and _within(net, wanted.net_least, wanted.net_most)
    )


def _within(value: int | None, least: int | None, most: int | None) -> bool:
    if least is None and most is None:
        return True
    if value is None:
        return False
    return (least is None or value >= least) and (most is None or value <= most)
