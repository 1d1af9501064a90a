"""What the projections hold of rounds and matches of 比牌升級, in the form in which it is told."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sa

from api.service.facts import NOW
from api.service.paging import page_of
from api.service.shengji.answers import (
    ContestCourse,
    ContestStep,
    PlayAnswer,
    TrickAnswer,
    TrickResult,
    TricksAnswer,
)
from api.service.shengji.matches import (
    LevelLine,
    LevelsAnswer,
    MatchLine,
    MatchRoundLine,
    MatchRoundsAnswer,
    ScoreLine,
    ScoresAnswer,
)
from domain.shengji.sides import SEATS
from projections.contests.query import ContestLine
from projections.levels.query import levels_of_match
from projections.matches.query import MatchLine as FoundMatch
from projections.scores.query import Wanted, score_lines, scores_by
from projections.tricks.query import TrickLine

Row = sa.Row[Any]


def tricks_answer(round_id: str, found: Sequence[TrickLine]) -> TricksAnswer:
    """Return all tricks of a round."""
    return TricksAnswer(round=round_id, tricks=tuple(map(_trick, found)))


def _trick(line: TrickLine) -> TrickAnswer:
    one = line.trick
    return TrickAnswer(
        trick=one.trick,
        leader=one.leader,
        pattern=one.pattern,
        attempted=_faces(one.attempted),
        plays=tuple(PlayAnswer(seat=play.seat, cards=_faces(play.faces)) for play in line.plays),
        won=None
        if one.winner is None
        else TrickResult(
            seat=one.winner, why=one.why, points=one.points, attack_points=one.attack_points
        ),
    )


def _faces(text: str | None) -> tuple[str, ...]:
    return tuple((text or "").split())


def contest_course(round_id: str, found: ContestLine | None) -> ContestCourse:
    """Return the contest of a round step by step; nothing of one that has not begun."""
    if found is None:
        return ContestCourse(
            round=round_id,
            starter=None,
            face_up=None,
            winner=None,
            points=None,
            dealer=None,
            trump=None,
            steps=(),
        )
    one = found.contest
    return ContestCourse(
        round=round_id,
        starter=one.starter,
        face_up=one.face_up,
        winner=one.winner,
        points=one.points,
        dealer=one.dealer,
        trump=one.trump,
        steps=tuple(map(_step, found.steps)),
    )


def _step(step: Row) -> ContestStep:
    return ContestStep(
        step=step.step,
        kind=step.kind,
        seat=step.seat,
        other=step.other,
        count=step.cards,
        cards=None if step.kind == "returned" else _faces(step.faces),
        total=step.total,
    )


def match_line(found: FoundMatch) -> MatchLine:
    """Return a match as a line in a list."""
    one = found.match
    return MatchLine(
        match=one.match,
        status=one.status,
        ladder=one.ladder,
        seats_taken=sum(seat.player is not None for seat in found.seats),
        levels={"A": one.level_a, "B": one.level_b},
        rounds=one.rounds,
        running=one.running,
        winner=one.winner,
    )


class Ledger(NamedTuple):
    """Which lines of a match's ledger: after a position, so many, up to another position.

    `players` are those who sit there then, in the order of their seats.
    """

    match: str
    after: int
    limit: int
    until: int = NOW
    players: tuple[str, ...] = ()


def rounds_answer(found: Sequence[Row], limit: int) -> MatchRoundsAnswer:
    """Return rounds of a match, of which one more is given than asked for, if there is one."""
    rows, more = page_of(found, limit, lambda row: int(row.number))
    return MatchRoundsAnswer(rounds=tuple(map(_round, rows)), next=more)


def _round(row: Row) -> MatchRoundLine:
    ended = row.ended_at is not None
    return MatchRoundLine(
        round=row.round,
        number=row.number,
        status=row.status,
        dealer=row.dealer,
        levels={"A": row.level_a, "B": row.level_b},
        after={"A": row.after_a, "B": row.after_b} if ended else None,
        scores={seat: getattr(row, f"score_{seat}") for seat in SEATS} if ended else None,
        next_dealer=row.next_dealer,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def levels_answer(connection: sa.Connection, asked: Ledger) -> LevelsAnswer:
    """Return the level ledger of a match."""
    match, after, limit, until, _ = asked
    found = levels_of_match(connection, match, after=after, limit=limit + 1, until=until)
    rows, more = page_of(found, limit, lambda row: int(row.position))
    return LevelsAnswer(match=match, lines=tuple(map(_level, rows)), next=more)


def _level(row: Row) -> LevelLine:
    return LevelLine(
        round=row.round,
        side=row.side,
        before=row.before,
        gained=row.gained,
        gained_for=row.gained_for,
        lost=row.lost,
        lost_for=row.lost_for,
        after=row.after,
        at=row.changed_at,
        position=row.position,
    )


def scores_answer(connection: sa.Connection, asked: Ledger) -> ScoresAnswer:
    """Return the score ledger of a match, and what each player has in all."""
    match, after, limit, until, players = asked
    wanted = Wanted(match=match, until=until)
    rows = score_lines(connection, wanted, after=after, limit=len(SEATS) * (limit + 1))
    every = [_score([*some]) for _, some in groupby(rows, key=lambda row: row.position)]
    lines, more = page_of(every, limit, lambda line: line.position)
    totals = dict.fromkeys(players, 0)
    totals |= {row.player: int(row.score) for row in scores_by(connection, "player", wanted)}
    return ScoresAnswer(match=match, totals=totals, lines=tuple(lines), next=more)


def _score(rows: Sequence[Row]) -> ScoreLine:
    first = rows[0]
    return ScoreLine(
        round=first.round,
        cause=first.cause,
        scores={row.seat: row.score for row in rows},
        at=first.given_at,
        position=first.position,
    )
