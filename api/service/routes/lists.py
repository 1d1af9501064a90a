"""Lists of rounds and matches: searched, of a table, and those of the player who asks."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query

from api.roles import Caller, Role
from api.service.answers import RoundLine, RoundsAnswer
from api.service.asked import PAGE, InRoom, Limit, OfTable
from api.service.auth import Anybody, Player, Staff
from api.service.facts import NOW
from api.service.paging import page_of
from api.service.past import rounds_then
from api.service.problems import NOT_FOUND, ProblemError, no_such
from api.service.room import Room
from api.service.searching import (
    FoundRound,
    FoundRoundsAnswer,
    MyRound,
    MyRoundsAnswer,
    OwnSearch,
    Search,
    SeatResult,
)
from api.service.shengji.matches import MyMatchesAnswer
from api.service.shengji.views import match_line
from domain.chips.amount import MOST
from domain.flow.address import hold, table
from domain.house.table.state import Open
from domain.kernel.text import text
from projections.cases.writer import NAME as CASES
from projections.matches.query import Wanted as WantedMatches
from projections.matches.query import list_matches
from projections.matches.writer import NAME as MATCHES
from projections.rounds.query import Found, with_seats
from projections.rounds.search import Page, Wanted, search
from projections.rounds.told import round_told, seat_told
from projections.rounds.writer import NAME as ROUNDS
from projections.store.engine import Views
from projections.store.position import live_place

After = Annotated[int | None, Query(ge=0, le=MOST, description="`next` of the page before")]


async def found(room: InRoom, _: Staff, asked: Annotated[Search, Query()]) -> FoundRoundsAnswer:
    """Search the rounds of both games, with what they came to for every seat."""
    await room.built(ROUNDS)
    await _disputes_shown(room, asked)
    return await room.read(_found, room, asked)


def _found(room: Room, asked: Search) -> FoundRoundsAnswer:
    with room.views.reading() as connection:
        position = live_place(connection, ROUNDS).position
        wanted = asked.wanted()
        rows = () if wanted is None else _searched(search(connection, wanted, asked.page))
        rows, more = page_of(rows, asked.limit, lambda row: row.opened_position)
        lines = with_seats(connection, rows)
    held = _disputed(room, None, rows)
    return FoundRoundsAnswer(
        rounds=tuple(
            FoundRound(
                **round_told(row),
                disputed=row.round in held,
                rules=row.rules,
                seats=tuple(SeatResult(**seat_told(seat)) for seat in seats),
            )
            for row, seats in lines
        ),
        next=more,
        position=position,
    )


async def _disputes_shown(room: Room, asked: OwnSearch) -> None:
    """Where it matters, wait until all disputes are seen that are in the log. Raises a problem."""
    if asked.disputed is not None:
        await room.projected(CASES, await room.read(room.log.last_position))


def _searched(rows: Sequence[Found] | None) -> Sequence[Found]:
    if rows is None:
        raise _no_such_page()
    return rows


def _no_such_page() -> ProblemError:
    return ProblemError(
        NOT_FOUND, "no_such_page", text("no page of this list ends at that position")
    )


async def of_table(
    room: InRoom, who: Anybody, table_id: OfTable, after: After = None, limit: Limit = PAGE
) -> RoundsAnswer:
    """List the rounds of a table, the newest first."""
    await room.built(ROUNDS)
    page = Page(after=after, limit=limit + 1)
    return await room.read(_of_table, room, who, table_id, page)


def _of_table(room: Room, who: Caller, table_id: str, page: Page) -> RoundsAnswer:
    until = room.spectators.until(who, table(table_id))
    if page.after is not None and page.after > until:
        raise _no_such_page()
    rows = _read(
        room.views, Wanted(table=table_id, opened_most=None if until == NOW else until), page
    )
    rows = rows if until == NOW else rounds_then(room.log, rows, until)
    # Rounds of a record may name a table that this house never opened.
    if not rows and not isinstance(room.house.stands(table(table_id)).state, Open):
        raise no_such("table")
    rows, more = page_of(rows, page.limit - 1, lambda row: row.opened_position)
    held = _disputed(room, who, rows)
    lines = (RoundLine(**round_told(row), disputed=row.round in held) for row in rows)
    return RoundsAnswer(rounds=tuple(lines), next=more)


async def of_player(
    room: InRoom, who: Player, asked: Annotated[OwnSearch, Query()]
) -> MyRoundsAnswer:
    """Search the asking player's own rounds of both games, with what they came to."""
    await room.built(ROUNDS)
    await _disputes_shown(room, asked)
    return await room.read(_of_player, room, who, asked)


def _of_player(room: Room, who: Caller, asked: OwnSearch) -> MyRoundsAnswer:
    wanted = asked.wanted(player=who.name, disputed_by=who.actor)
    rows = () if wanted is None else _read(room.views, wanted, asked.page)
    rows, more = page_of(rows, asked.limit, lambda row: row.opened_position)
    held = _disputed(room, who, rows)
    lines = (
        MyRound(
            **round_told(row),
            disputed=row.round in held,
            mine=SeatResult(**seat_told(row)),
        )
        for row in rows
    )
    return MyRoundsAnswer(rounds=tuple(lines), next=more)


def _read(views: Views, wanted: Wanted, page: Page) -> Sequence[Found]:
    with views.reading() as connection:
        return _searched(search(connection, wanted, page))


def _disputed(room: Room, who: Caller | None, rows: Sequence[Found]) -> frozenset[str]:
    """Return the rounds about which a dispute is open; a player hears of the own disputes only."""
    holds = {hold(row.round).stream: row.round for row in rows}
    found = set()
    for extent in room.log.extents(tuple(holds)):
        of = holds[extent.stream]
        by = room.house.stands(hold(of)).state.disputes.values()
        if who.actor in by if who is not None and who.role is Role.PLAYER else by:
            found.add(of)
    return frozenset(found)


async def matches_of_player(
    room: InRoom, who: Player, before: After = None, limit: Limit = PAGE
) -> MyMatchesAnswer:
    """List the asking player's own matches of 比牌升級, the newest first."""
    await room.built(MATCHES)
    return await room.read(_matches_of_player, room, who.name, before, limit)


def _matches_of_player(room: Room, player: str, before: int | None, limit: int) -> MyMatchesAnswer:
    with room.views.reading() as connection:
        wanted = WantedMatches(player=player, before=before)
        found = list_matches(connection, wanted, limit=limit + 1)
    rows, more = page_of(found, limit, lambda row: row.match.opened_position)
    return MyMatchesAnswer(matches=tuple(map(match_line, rows)), next=more)
