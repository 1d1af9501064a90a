"""Rounds of either game: what a viewer sees of them (Z10, S9), and what a seat does."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import sqlalchemy as sa
from fastapi import Body, Query, Response

from api.service.acting import command_of, shengji_command
from api.service.answers import HistoryAnswer
from api.service.asked import InRoom, Key, OfRound, receipt
from api.service.auth import Anybody, Office, Player
from api.service.decks import ProofsAnswer, proofs_answer
from api.service.facts import Facts, Opened, fact_answer, facts_of, seat_in
from api.service.problems import FORBIDDEN, ProblemError, no_such, refused
from api.service.room import Room
from api.service.shengji.answers import ContestCourse, TricksAnswer
from api.service.shengji.checking import CheckAnswer, checked
from api.service.shengji.views import contest_course, tricks_answer
from api.service.sight import AnyLegals, AnyRound, legals_answer, round_answer
from api.service.sizhidao.answers import PotsAfter, PotsHistory
from api.service.sizhidao.sight import pots_answer
from api.service.wire import Action, Candidate, Cutting, Reason
from domain.chips.amount import MOST
from domain.flow.address import clock, deck, game
from domain.flow.interrupted import void_of
from domain.games.game import Game
from domain.games.games import SHENGJI, SIZHIDAO, game_of
from domain.games.refusals import OtherGame
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.deck.commands import RevealCut
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from projections.pots.query import course_of_pots


async def act(
    room: InRoom,
    who: Player,
    key: Key,
    round_id: OfRound,
    asked: Annotated[Action, Body()],
) -> Response:
    """Do at the own seat what the round waits for: bet, split, show, call trump or play."""

    def command() -> Command:
        return command_of(_seat(room.house.known(game(round_id)).state, who.name), asked)

    return receipt(await room.ask(game(round_id), command, who, key, turn=asked.turn))


def _seat(state: Any, player: str) -> Seat:  # noqa: ANN401 -- a state of a round of either game
    """Return the seat of a player: who sits where never changes while a round is played."""
    about = getattr(state, "round", None)
    if about is None:
        raise no_such("round")
    players: Mapping[Seat, str] = about.players
    seat = next((seat for seat, one in players.items() if one == player), None)
    if seat is None:
        raise ProblemError(FORBIDDEN, "not_in_round", "you were not dealt into this round")
    return seat


async def check(
    room: InRoom,
    who: Player,
    round_id: OfRound,
    asked: Annotated[Candidate, Body()],
) -> CheckAnswer:
    """Say whether an action of 比牌升級 would be accepted, without doing it.

    It is answered from the own hand and from what everybody knows. Whether a throw holds hangs on
    what others have, so that this is never said: it is judged once it is played (S5.5).
    """
    state = (await room.read(room.house.stands, game(round_id))).state
    seat = _seat(state, who.name)
    if game_of(state) is not SHENGJI:
        raise refused(OtherGame())
    return checked(state, shengji_command(seat, asked), asked.turn)


async def cut(room: InRoom, who: Player, key: Key, round_id: OfRound, asked: Cutting) -> Response:
    """Cut the deck of a round with the value of the own anchor, before it is dealt (H6.3)."""

    def command() -> Command:
        seat = _seat(room.house.known(game(round_id)).state, who.name)
        return RevealCut(seat=seat, value=asked.value)

    return receipt(await room.ask(deck(round_id), command, who, key, turn=asked.turn))


async def void(room: InRoom, who: Office, key: Key, round_id: OfRound, asked: Reason) -> Response:
    """Void a round that cannot go on: nothing is won or lost by it (Z9.4, S8.5, H8.4)."""

    def command() -> Command:
        first = room.log.fact(game(round_id).stream, 1)
        return void_of(first and first.event, asked.reason)

    return receipt(await room.ask(game(round_id), command, who, key))


async def interrupt(
    room: InRoom, who: Office, key: Key, round_id: OfRound, asked: Reason
) -> Response:
    """Interrupt a round: stakes are held, and nothing is done in it (H8.1)."""
    command = StopClock(reason=asked.reason)
    return receipt(await room.ask(clock(round_id), command, who, key))


async def resume(room: InRoom, who: Office, key: Key, round_id: OfRound, asked: Reason) -> Response:
    """Let an interrupted round go on; its open turn gets all of its time anew (H8.3)."""
    command = ResumeClock(reason=asked.reason)
    return receipt(await room.ask(clock(round_id), command, who, key))


async def show(room: InRoom, who: Anybody, round_id: OfRound) -> AnyRound:
    """Show a round as the asking player, or everybody, may see it."""
    facts = await room.read(_facts, room, round_id)
    return round_answer(facts, facts.seat_of(who.player))


async def legals(room: InRoom, who: Anybody, round_id: OfRound) -> AnyLegals:
    """Tell what the asking seat may do now, with amounts or cards."""
    facts = await room.read(_facts, room, round_id)
    return legals_answer(facts, facts.seat_of(who.player))


def _facts(room: Room, round_id: str) -> Facts:
    facts = facts_of(room.log, round_id)
    if facts is None:
        raise no_such("round")
    return facts


async def proofs(room: InRoom, who: Anybody, round_id: OfRound) -> ProofsAnswer:
    """Prove the dealt cards that the asking player, or everybody, may know of (H6.6)."""
    return await room.read(_proofs, room, round_id, who.player)


def _proofs(room: Room, round_id: str, player: str | None) -> ProofsAnswer:
    facts = _facts(room, round_id)
    return proofs_answer(room.log, round_id, facts.recorded, facts.seat_of(player))


async def history(
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    after: Annotated[int, Query(ge=0, le=MOST, description="only facts of a higher version")] = 0,
) -> HistoryAnswer:
    """Tell the facts of a round in order, masked for the viewer."""
    recorded = await room.read(_recorded, room, round_id)
    opened = recorded[0].event
    seat = seat_in(opened, who.player) if isinstance(opened, Opened) else None
    told = (fact_answer(one, seat) for one in recorded if one.version > after)
    return HistoryAnswer(round=round_id, facts=tuple(told))


def _recorded(room: Room, round_id: str) -> tuple[Recorded, ...]:
    recorded = room.log.read(game(round_id).stream)
    if not recorded:
        raise no_such("round")
    return recorded


async def tricks(room: InRoom, _: Anybody, round_id: OfRound) -> TricksAnswer:
    """Tell the tricks of a round of 比牌升級, as everybody saw them, by the projection."""
    await _projected(room, round_id, SHENGJI, "tricks")
    return await room.read(_from_views, room, tricks_answer, round_id)


async def contest(room: InRoom, _: Anybody, round_id: OfRound) -> ContestCourse:
    """Tell the contest of a round of 比牌升級 step by step, by the projection (S3)."""
    await _projected(room, round_id, SHENGJI, "contests")
    return await room.read(_from_views, room, contest_course, round_id)


async def pots(room: InRoom, _: Anybody, round_id: OfRound) -> PotsHistory:
    """Tell the pots of a round of 四支刀 after every fact that changed them, by the projection."""
    await _projected(room, round_id, SIZHIDAO, "pots")
    return await room.read(_from_views, room, _pots, round_id)


async def _projected(room: Room, round_id: str, wanted: Game, projection: str) -> None:
    """See to it that a projection shows all of a round, which must be one of this game."""
    recorded = await room.read(_recorded, room, round_id)
    if game_of(recorded[0].event) is not wanted:
        raise refused(OtherGame())
    await room.projected(projection, recorded[-1].position or 0)


Told = TypeVar("Told")


def _from_views(room: Room, read: Callable[[sa.Connection, str], Told], round_id: str) -> Told:
    with room.views.reading() as connection:
        return read(connection, round_id)


def _pots(connection: sa.Connection, round_id: str) -> PotsHistory:
    found = course_of_pots(connection, round_id)
    return PotsHistory(
        round=round_id,
        history=tuple(
            PotsAfter(version=one.version, **pots_answer(one.pots).model_dump()) for one in found
        ),
    )
