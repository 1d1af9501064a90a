"""Rounds of 四支刀: what a viewer sees of them (Z10), and what a seat does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

from fastapi import Body, Query, Response

from api.service.answers import (
    HistoryAnswer,
    LegalsAnswer,
    PotsAfter,
    PotsHistory,
    RoundAnswer,
    RoundLine,
    RoundsAnswer,
)
from api.service.asked import PAGE, InRoom, Key, Limit, OfRound, OfTable, receipt
from api.service.auth import Anybody, Office, Player
from api.service.problems import FORBIDDEN, ProblemError, no_such
from api.service.room import Room
from api.service.sight import (
    Facts,
    fact_answer,
    facts_of,
    legal_answer,
    pots_answer,
    round_answer,
    seat_in,
)
from api.service.wire import Action, Bet, Raise, Split, Word
from domain.cards.card import Card
from domain.chips.amount import MOST
from domain.flow.address import game, table
from domain.house.table.state import Open
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.sizhidao import commands, events
from domain.sizhidao.splitting import Pile
from domain.sizhidao.state import Unopened
from projections.pots.query import course_of_pots
from projections.rounds.query import Found, history_of, list_rounds

_WORDS: Final[Mapping[str, Callable[..., commands.Command]]] = {
    "check": commands.Check,
    "call": commands.Call,
    "allin": commands.AllIn,
    "fold": commands.Fold,
    "buy": commands.BuyIn,
    "decline": commands.DeclineBuyIn,
}
Before = Annotated[int | None, Query(ge=0, le=MOST, description="`next` of the page before")]


async def act(
    room: InRoom,
    who: Player,
    key: Key,
    round_id: OfRound,
    asked: Annotated[Action, Body()],
) -> Response:
    """Bet, call, raise, go all-in, check, fold, split, buy in or decline, at the own seat."""

    def command() -> commands.Command:
        return _command(_seat(room, round_id, who.name), asked)

    return receipt(await room.ask(game(round_id), command, who, key, turn=asked.turn))


def _command(seat: Seat, asked: Action) -> commands.Command:
    match asked:
        case Bet():
            return commands.Bet(seat=seat, points=asked.points)
        case Raise():
            return commands.Raise(seat=seat, to=asked.to)
        case Split():
            front, back = map(_pile, (asked.front, asked.back))
            return commands.Split(seat=seat, front=front, back=back)
        case Word():
            return _WORDS[asked.verb](seat=seat)


def _pile(cards: tuple[str, ...]) -> Pile:
    return tuple(map(Card, cards))


def _seat(room: Room, round_id: str, player: str) -> Seat:
    """Return the seat of a player: who sits where never changes while a round is played."""
    state = room.house.known(game(round_id)).state
    if isinstance(state, Unopened):
        raise no_such("round")
    players: Mapping[Seat, str] = state.round.players
    seat = next((seat for seat, one in players.items() if one == player), None)
    if seat is None:
        raise ProblemError(FORBIDDEN, "not_in_round", "you were not dealt into this round")
    return seat


async def void(room: InRoom, who: Office, key: Key, round_id: OfRound) -> Response:
    """Void a round that cannot go on: every seat gets back all it committed (Z9.4)."""
    return receipt(await room.ask(game(round_id), commands.VoidRound(), who, key))


async def show(room: InRoom, who: Anybody, round_id: OfRound) -> RoundAnswer:
    """Show a round as the asking player, or everybody, may see it."""
    facts = await room.read(_facts, room, round_id)
    return round_answer(facts, facts.seat_of(who.player))


async def legals(room: InRoom, who: Anybody, round_id: OfRound) -> LegalsAnswer:
    """Tell what the asking seat may do now, with amounts."""
    facts = await room.read(_facts, room, round_id)
    seat = facts.seat_of(who.player)
    return LegalsAnswer(
        turn=facts.turn, due=facts.due, seat=seat, legal=legal_answer(facts.state, seat)
    )


def _facts(room: Room, round_id: str) -> Facts:
    facts = facts_of(room.log, round_id)
    if facts is None:
        raise no_such("round")
    return facts


async def history(
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    after: Annotated[int, Query(ge=0, le=MOST, description="only facts of a higher version")] = 0,
) -> HistoryAnswer:
    """Tell the facts of a round in order, masked for the viewer."""
    recorded = await room.read(_recorded, room, round_id)
    opened = recorded[0].event
    seat = seat_in(opened, who.player) if isinstance(opened, events.RoundOpened) else None
    told = (fact_answer(one, seat) for one in recorded if one.version > after)
    return HistoryAnswer(round=round_id, facts=tuple(told))


def _recorded(room: Room, round_id: str) -> tuple[Recorded, ...]:
    recorded = room.log.read(game(round_id).stream)
    if not recorded:
        raise no_such("round")
    return recorded


async def pots(room: InRoom, _: Anybody, round_id: OfRound) -> PotsHistory:
    """Tell the pots of a round after every fact that changed them, out of the projection."""
    last = (await room.read(_recorded, room, round_id))[-1]
    await room.projected("pots", last.position or 0)
    return await room.read(_pots, room, round_id)


def _pots(room: Room, round_id: str) -> PotsHistory:
    with room.views.reading() as connection:
        found = list(course_of_pots(connection, round_id))
    return PotsHistory(
        round=round_id,
        history=tuple(
            PotsAfter(version=one.version, **pots_answer(one.pots).model_dump()) for one in found
        ),
    )


async def of_table(
    room: InRoom, _: Anybody, table_id: OfTable, before: Before = None, limit: Limit = PAGE
) -> RoundsAnswer:
    """List the rounds of a table, the newest first."""
    return await room.read(_of_table, room, table_id, before, limit)


def _of_table(room: Room, table_id: str, before: int | None, limit: int) -> RoundsAnswer:
    with room.views.reading() as connection:
        found = list_rounds(connection, before=before, limit=limit + 1, table=table_id)
    # Rounds of a record may name a table that this house never opened.
    if not found and not isinstance(room.house.stands(table(table_id)).state, Open):
        raise no_such("table")
    return _page(found, limit)


async def of_player(
    room: InRoom, who: Player, before: Before = None, limit: Limit = PAGE
) -> RoundsAnswer:
    """List the asking player's own rounds, the newest first."""
    return await room.read(_of_player, room, who.name, before, limit)


def _of_player(room: Room, player: str, before: int | None, limit: int) -> RoundsAnswer:
    with room.views.reading() as connection:
        found = history_of(connection, player, before=before, limit=limit + 1)
    return _page(found, limit)


def _page(found: Sequence[Found], limit: int) -> RoundsAnswer:
    more = found[limit - 1].opened_position if len(found) > limit else None
    return RoundsAnswer(rounds=tuple(map(_line, found[:limit])), next=more)


def _line(row: Found) -> RoundLine:
    return RoundLine(
        round=row.round,
        table=row.table,
        status=row.status,
        started_at=row.started_at,
        ended_at=row.ended_at,
        stages=row.stages,
        pot_total=row.pot_total,
    )
