"""What the projections keep of a match: its rounds, how levels and scores changed, and for what."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import sqlalchemy as sa
from fastapi import Query

from api.service.asked import PAGE, InRoom, Limit, OfMatch
from api.service.auth import Anybody
from api.service.problems import no_such
from api.service.room import Room
from api.service.shengji.matches import LevelsAnswer, MatchRoundsAnswer, ScoresAnswer
from api.service.shengji.views import levels_answer, rounds_answer, scores_answer
from domain.chips.amount import MOST
from domain.flow.address import match

After = Annotated[int, Query(ge=0, le=MOST, description="`next` of the page before")]
Told = TypeVar("Told")


async def rounds(
    room: InRoom, _: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> MatchRoundsAnswer:
    """List the rounds of a match in order: how both sides stood, and what was scored."""
    return await room.read(_read, room, match_id, rounds_answer, after, limit)


async def levels(
    room: InRoom, _: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> LevelsAnswer:
    """Tell what changed the levels of a match, and why: held, taken, an ace captured (S8.3)."""
    return await room.read(_read, room, match_id, levels_answer, after, limit)


async def scores(
    room: InRoom, _: Anybody, match_id: OfMatch, after: After = 0, limit: Limit = PAGE
) -> ScoresAnswer:
    """Tell what was scored in a match, and for what; every line adds up to zero (S7, S8)."""
    return await room.read(_read, room, match_id, scores_answer, after, limit)


def _read(
    room: Room,
    match_id: str,
    read: Callable[[sa.Connection, str, int, int], Told],
    after: int,
    limit: int,
) -> Told:
    if not room.house.stands(match(match_id)).version:
        raise no_such("match")
    with room.views.reading() as connection:
        return read(connection, match_id, after, limit)
