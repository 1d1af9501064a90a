"""Checks on the ledgers of matches: scores and levels, against what the matches say of them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import sqlalchemy as sa

from domain.games.status import Status as RoundStatus
from domain.kernel.text import text, word
from domain.shengji.sides import SEATS
from projections.levels.table import LEVELS
from projections.matches.table import MATCHES, ROUNDS
from projections.scores.query import unbalanced
from projections.scores.table import SCORES
from projections.store.engine import Views
from projections.store.position import live_place
from projections.store.tables import live

PAGE: Final = 500
"""Rounds of matches asked for in one query."""

Found = sa.Row[Any]


def faults_of_ledgers(views: Views) -> Iterator[str]:
    """Yield what is wrong with the ledgers of matches, a sentence each.

    Scores of a round add up to zero by cause. Every settled round of a match has the scores and the
    levels in the ledgers that the match counts, and each begins with the levels that the one before
    it left. What a ledger has not seen yet is not judged.
    """
    with views.reading() as connection:
        for line in unbalanced(connection):
            yield text(
                "the scores of round {round} for {cause} add up to {score}",
                round=line.round,
                cause=word(line.cause),
                score=line.score,
            )
        seen = min(live_place(connection, name).position for name in ("scores", "levels"))
        last: Found | None = None
        for page in _settled(connection, seen):
            scores, levels = _scores(connection, page), _levels(connection, page)
            for played in page:
                fault = _wrong(played, scores, levels) or _unchained(last, played)
                if fault is not None:
                    yield text(
                        "round {number} of match {match}: {fault}",
                        number=played.number,
                        match=played.match,
                        fault=fault,
                    )
                last = played
        yield from _standing(connection)


def _settled(connection: sa.Connection, seen: int) -> Iterator[list[Found]]:
    """Yield pages of settled rounds of matches, by match and number."""
    key = sa.tuple_(ROUNDS.c.match, ROUNDS.c.number)
    last = ("", 0)
    while True:
        query = sa.select(ROUNDS).where(
            ROUNDS.c.generation == live("matches"),
            ROUNDS.c.status == RoundStatus.COMPLETE,
            ROUNDS.c.position <= seen,
            key > sa.tuple_(*map(sa.literal, last)),
        )
        query = query.order_by(ROUNDS.c.match, ROUNDS.c.number).limit(PAGE)
        page = list(connection.execute(query))
        if not page:
            return
        yield page
        last = (page[-1].match, page[-1].number)


def _scores(connection: sa.Connection, page: list[Found]) -> Mapping[tuple[str, str], int]:
    """Return what the ledger has for each round and seat."""
    columns = (SCORES.c.round, SCORES.c.seat)
    added = sa.cast(sa.func.sum(SCORES.c.score), sa.BigInteger)
    query = sa.select(*columns, added).where(
        SCORES.c.generation == live("scores"), SCORES.c.round.in_([one.round for one in page])
    )
    rows = connection.execute(query.group_by(*columns))
    return {(round_id, seat): int(score) for round_id, seat, score in rows}


def _levels(connection: sa.Connection, page: list[Found]) -> Mapping[tuple[str, str], Found]:
    """Return the ledger's line for each round and side that it changed."""
    query = sa.select(LEVELS).where(
        LEVELS.c.generation == live("levels"), LEVELS.c.round.in_([one.round for one in page])
    )
    return {(row.round, row.side): row for row in connection.execute(query)}


def _wrong(
    played: Found,
    scores: Mapping[tuple[str, str], int],
    levels: Mapping[tuple[str, str], Found],
) -> str | None:
    for seat in SEATS:
        told, added = getattr(played, f"score_{seat}"), scores.get((played.round, seat), 0)
        if told != added:
            return text(
                "{seat} scored {told}, and its lines add up to {added}",
                seat=seat,
                told=told,
                added=added,
            )
    sides = (("A", played.level_a, played.after_a), ("B", played.level_b, played.after_b))
    for side, before, after in sides:
        line = levels.get((played.round, side))
        kept = (before, before) if line is None else (line.before, line.after)
        if kept != (before, after):
            return text(
                "side {side} went from {before} to {after}, in its ledger from {kept}",
                side=side,
                before=before,
                after=after,
                kept=" → ".join(kept),
            )
    return None


def _unchained(last: Found | None, played: Found) -> str | None:
    if last is None or last.match != played.match:
        return None
    left = (last.after_a, last.after_b, last.next_dealer)
    if left == (played.level_a, played.level_b, played.dealer):
        return None
    return text("it does not begin as round {number} ended", number=last.number)


def _standing(connection: sa.Connection) -> Iterator[str]:
    """Yield matches whose levels are not those that their newest settled round left."""
    newest = (
        sa.select(ROUNDS.c.match, sa.func.max(ROUNDS.c.number).label("number"))
        .where(ROUNDS.c.generation == live("matches"), ROUNDS.c.status == RoundStatus.COMPLETE)
        .group_by(ROUNDS.c.match)
        .subquery()
    )
    last = sa.and_(ROUNDS.c.match == newest.c.match, ROUNDS.c.number == newest.c.number)
    mine = sa.and_(MATCHES.c.match == newest.c.match, MATCHES.c.generation == live("matches"))
    query = (
        sa.select(MATCHES.c.match)
        .select_from(newest)
        .join(ROUNDS, sa.and_(last, ROUNDS.c.generation == live("matches")))
        .join(MATCHES, mine)
        .where(
            sa.or_(
                ROUNDS.c.after_a != MATCHES.c.level_a,
                ROUNDS.c.after_b != MATCHES.c.level_b,
                ROUNDS.c.next_dealer != MATCHES.c.dealer,
            )
        )
    )
    for match in connection.execute(query.order_by(MATCHES.c.match)).scalars():
        yield text("match {match} does not stand as its last settled round left it", match=match)
