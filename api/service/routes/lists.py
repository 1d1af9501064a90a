"""Lists of rounds and matches: those of a table, and those of the player who asks."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query

from api.roles import Caller, Role
from api.service.answers import RoundLine, RoundsAnswer
from api.service.asked import PAGE, InRoom, Limit, OfTable
from api.service.auth import Anybody, Player
from api.service.paging import page_of
from api.service.problems import no_such
from api.service.room import Room
from api.service.shengji.matches import MyMatchesAnswer
from api.service.shengji.views import match_line
from domain.chips.amount import MOST
from domain.flow.address import hold, table
from domain.games.games import SIZHIDAO
from domain.house.table.state import Open
from projections.matches.query import Wanted, list_matches
from projections.rounds.query import Found, history_of, list_rounds

Before = Annotated[int | None, Query(ge=0, le=MOST, description="`next` of the page before")]


async def of_table(
    room: InRoom, who: Anybody, table_id: OfTable, before: Before = None, limit: Limit = PAGE
) -> RoundsAnswer:
    """List the rounds of a table, the newest first."""
    return await room.read(_of_table, room, who, table_id, before, limit)


def _of_table(
    room: Room, who: Caller, table_id: str, before: int | None, limit: int
) -> RoundsAnswer:
    with room.views.reading() as connection:
        found = list_rounds(connection, before=before, limit=limit + 1, table=table_id)
    # Rounds of a record may name a table that this house never opened.
    if not found and not isinstance(room.house.stands(table(table_id)).state, Open):
        raise no_such("table")
    return _page(room, who, found, limit)


async def of_player(
    room: InRoom, who: Player, before: Before = None, limit: Limit = PAGE
) -> RoundsAnswer:
    """List the asking player's own rounds of both games, the newest first."""
    return await room.read(_of_player, room, who, before, limit)


def _of_player(room: Room, who: Caller, before: int | None, limit: int) -> RoundsAnswer:
    with room.views.reading() as connection:
        found = history_of(connection, who.name, before=before, limit=limit + 1)
    return _page(room, who, found, limit)


def _page(room: Room, who: Caller, found: Sequence[Found], limit: int) -> RoundsAnswer:
    rows, more = page_of(found, limit, lambda row: row.opened_position)
    held = _disputed(room, who, [row.round for row in rows])
    return RoundsAnswer(rounds=tuple(_line(row, row.round in held) for row in rows), next=more)


def _disputed(room: Room, who: Caller, rounds: Sequence[str]) -> frozenset[str]:
    """Return the rounds about which a dispute is open; a player hears of the own disputes only."""
    holds = {hold(one).stream: one for one in rounds}
    found = set()
    for extent in room.log.extents(tuple(holds)):
        of = holds[extent.stream]
        by = room.house.stands(hold(of)).state.disputes.values()
        if who.actor in by if who.role is Role.PLAYER else by:
            found.add(of)
    return frozenset(found)


def _line(row: Found, disputed: bool) -> RoundLine:  # noqa: FBT001 -- one of many fields
    return RoundLine(
        game=row.game,
        round=row.round,
        table=row.table,
        match=row.match,
        status=row.status,
        started_at=row.started_at,
        ended_at=row.ended_at,
        stages=row.stages if row.game == SIZHIDAO.name else None,
        pot_total=row.pot_total,
        level=row.level,
        dealer=row.dealer,
        attack_points=row.attack_points,
        winners=row.winners,
        disputed=disputed,
    )


async def matches_of_player(
    room: InRoom, who: Player, before: Before = None, limit: Limit = PAGE
) -> MyMatchesAnswer:
    """List the asking player's own matches of 比牌升級, the newest first."""
    return await room.read(_matches_of_player, room, who.name, before, limit)


def _matches_of_player(room: Room, player: str, before: int | None, limit: int) -> MyMatchesAnswer:
    with room.views.reading() as connection:
        wanted = Wanted(player=player, before=before)
        found = list_matches(connection, wanted, limit=limit + 1)
    rows, more = page_of(found, limit, lambda row: row.match.opened_position)
    return MyMatchesAnswer(matches=tuple(map(match_line, rows)), next=more)
