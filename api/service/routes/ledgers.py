"""What the projections keep of a match: its rounds, how levels and scores changed, and for what."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import sqlalchemy as sa
from fastapi import Query

from api.roles import Caller
from api.service.asked import PAGE, InRoom, Limit, OfMatch
from api.service.auth import Anybody
from api.service.facts import NOW
from api.service.past import match_rounds_then
from api.service.problems import no_such
from api.service.room import Room
from api.service.shengji.matches import LevelsAnswer, MatchRoundsAnswer, ScoresAnswer
from api.service.shengji.views import Ledger, levels_answer, rounds_answer, scores_answer
from domain.chips.amount import MOST
from domain.flow.address import match
from projections.levels.writer import NAME as LEVELS
from projections.matches.query import rounds_of_match
from projections.matches.writer import NAME as MATCHES
from projections.rounds.writer import NAME as ROUNDS
from projections.scores.writer import NAME as SCORES

After = Annotated[int, Query(ge=0, le=MOST, description="`next` of the page before")]
Told = TypeVar("Told")


async def rounds(
    room: InRoom, who: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> MatchRoundsAnswer:
    """List the rounds of a match in order: how both sides stood, and what was scored."""
    await room.built(MATCHES, ROUNDS)  # which say whether they are interrupted
    return await room.read(_rounds, room, who, match_id, after, limit)


def _rounds(room: Room, who: Caller, match_id: str, after: int, limit: int) -> MatchRoundsAnswer:
    until, _ = _seen(room, who, match_id)
    if until != NOW:
        found = match_rounds_then(room.log, match(match_id), until)
        return rounds_answer([one for one in found if one.number > after][: limit + 1], limit)
    with room.views.reading() as connection:
        rows = rounds_of_match(connection, match_id, after=after, limit=limit + 1)
    return rounds_answer(rows, limit)


async def levels(
    room: InRoom, who: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> LevelsAnswer:
    """Tell what changed the levels of a match, and why: held, taken, an ace captured (S8.3)."""
    await room.built(LEVELS)
    return await room.read(_read, room, who, Ledger(match_id, after, limit), levels_answer)


async def scores(
    room: InRoom, who: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> ScoresAnswer:
    """Tell what was scored in a match, and for what; every line adds up to zero (S7, S8)."""
    await room.built(SCORES)
    return await room.read(_read, room, who, Ledger(match_id, after, limit), scores_answer)


def _read(
    room: Room,
    who: Caller,
    asked: Ledger,
    read: Callable[[sa.Connection, Ledger], Told],
) -> Told:
    until, players = _seen(room, who, asked.match)
    with room.views.reading() as connection:
        return read(connection, asked._replace(until=until, players=players))


def _seen(room: Room, who: Caller, match_id: str) -> tuple[int, tuple[str, ...]]:
    """Return up to where somebody sees a match, and who sits there then. Raises `ProblemError`."""
    until, (found,) = room.spectators.seen(who, match(match_id))
    if not found.version:
        raise no_such("match")
    return until, tuple(one.player for _, one in sorted(found.state.seats.items()))
