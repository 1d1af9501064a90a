"""Rounds of either game: what a viewer sees of them (Z10, S9), and what a seat does."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import sqlalchemy as sa
from fastapi import Body, Query, Response

from api.roles import Caller
from api.service.acting import command_of, shengji_command
from api.service.answers import HistoryAnswer
from api.service.asked import InRoom, Key, OfRound, receipt
from api.service.auth import Anybody, Office, Player
from api.service.decks import ProofsAnswer, proofs_answer
from api.service.facts import NOW, Facts, Opened, fact_answer, facts_of, seat_in
from api.service.past import contest_then, tricks_then
from api.service.problems import FORBIDDEN, ProblemError, no_such, refused
from api.service.room import Room
from api.service.rounds_seen import RoundSeen, round_seen
from api.service.shengji.answers import ContestCourse, TricksAnswer
from api.service.shengji.checking import CheckAnswer, checked
from api.service.shengji.views import contest_course, tricks_answer
from api.service.sight import AnyLegals, AnyRound, legals_answer, round_answer
from api.service.sizhidao.answers import PotsAfter, PotsHistory
from api.service.sizhidao.sight import pots_answer
from api.service.speaking import Spoken
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
from domain.kernel.text import text
from projections.contests.query import find_contest
from projections.pots.query import PotsAfter as Course
from projections.pots.query import course_of_pots
from projections.tricks.query import tricks_of


async def act(
    room: InRoom,
    who: Player,
    key: Key,
    round_id: OfRound,
    asked: Annotated[Action, Body()],
) -> Response:
    """Do at the own seat what the round waits for: bet, split, show, call trump or play."""
    at = game(round_id)
    seat = await _seat(room, who, round_id, (await room.known(at)).state)
    return receipt(await room.ask(at, command_of(seat, asked), who, key, turn=asked.turn))


async def _seat(room: Room, who: Caller, round_id: str, state: Any) -> Seat:  # noqa: ANN401 -- a state of a round of either game
    """Return the seat of a player: who sits where never changes while a round is played."""
    about = getattr(state, "round", None)
    if about is None:
        raise no_such("round")
    players: Mapping[Seat, str] = about.players
    seat = next((seat for seat, one in players.items() if one == who.player), None)
    if seat is None:
        await room.read(round_seen, room, who, round_id)  # else it is not there yet (H12.4)
        raise ProblemError(FORBIDDEN, "not_in_round", text("you were not dealt into this round"))
    return seat


async def check(
    room: InRoom,
    who: Player,
    round_id: OfRound,
    asked: Annotated[Candidate, Body()],
    say: Spoken,
) -> CheckAnswer:
    """Say whether an action of 比牌升級 would be accepted, without doing it.

    It is answered from the own hand and from what everybody knows. Whether a throw holds hangs on
    what others have, so that this is never said: it is judged once it is played (S5.5).
    """
    state = (await room.read(room.house.stands, game(round_id))).state
    seat = await _seat(room, who, round_id, state)
    if game_of(state) is not SHENGJI:
        raise refused(OtherGame())
    return checked(state, shengji_command(seat, asked), asked.turn, say=say)


async def cut(room: InRoom, who: Player, key: Key, round_id: OfRound, asked: Cutting) -> Response:
    """Cut the deck of a round with the value of the own anchor, before it is dealt (H6.3)."""
    seat = await _seat(room, who, round_id, (await room.known(game(round_id))).state)
    command = RevealCut(seat=seat, value=asked.value)
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
    facts = await room.read(_facts, room, who, round_id)
    return round_answer(facts, facts.seat_of(who.player))


async def legals(room: InRoom, who: Anybody, round_id: OfRound) -> AnyLegals:
    """Tell what the asking seat may do now, with amounts or cards."""
    facts = await room.read(_facts, room, who, round_id)
    return legals_answer(facts, facts.seat_of(who.player))


def _facts(room: Room, who: Caller, round_id: str) -> Facts:
    facts, seen = room.rounds.facts_of(round_id), room.spectators.of_round(who, round_id)
    if facts is not None and seen(facts.opened) != NOW:
        facts = facts_of(room.log, round_id, seen=seen)
    if facts is None:
        raise no_such("round")
    return facts


async def proofs(room: InRoom, who: Anybody, round_id: OfRound) -> ProofsAnswer:
    """Prove the dealt cards that the asking player, or everybody, may know of (H6.6)."""
    return await room.read(_proofs, room, who, round_id)


def _proofs(room: Room, who: Caller, round_id: str) -> ProofsAnswer:
    return proofs_answer(room.log, round_id, _facts(room, who, round_id), who.player)


async def history(
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    after: Annotated[int, Query(ge=0, le=MOST, description="only facts of a higher version")] = 0,
) -> HistoryAnswer:
    """Tell the facts of a round in order, masked for the viewer."""
    recorded = (await room.read(round_seen, room, who, round_id)).recorded
    opened = recorded[0].event
    seat = seat_in(opened, who.player) if isinstance(opened, Opened) else None
    told = (fact_answer(one, seat) for one in recorded if one.version > after)
    return HistoryAnswer(round=round_id, facts=tuple(told))


async def tricks(room: InRoom, who: Anybody, round_id: OfRound) -> TricksAnswer:
    """Tell the tricks of a round of 比牌升級, as everybody saw them, by the projection."""
    found = await _projected(room, who, round_id, SHENGJI, "tricks")
    if found.late:
        return tricks_answer(round_id, await room.read(tricks_then, room.log, found.recorded))
    return tricks_answer(round_id, await room.read(_from_views, room, tricks_of, round_id))


async def contest(room: InRoom, who: Anybody, round_id: OfRound) -> ContestCourse:
    """Tell the contest of a round of 比牌升級 step by step, by the projection (S3)."""
    found = await _projected(room, who, round_id, SHENGJI, "contests")
    if found.late:
        return contest_course(round_id, await room.read(contest_then, room.log, found.recorded))
    return contest_course(round_id, await room.read(_from_views, room, find_contest, round_id))


async def pots(room: InRoom, who: Anybody, round_id: OfRound) -> PotsHistory:
    """Tell the pots of a round of 四支刀 after every fact that changed them, by the projection."""
    seen = await _projected(room, who, round_id, SIZHIDAO, "pots")
    found = await room.read(_from_views, room, _course_of_pots, round_id)
    return PotsHistory(
        round=round_id,
        history=tuple(
            PotsAfter(version=one.version, **pots_answer(one.pots).model_dump())
            for one in found
            if one.version <= seen.recorded[-1].version
        ),
    )


async def _projected(
    room: Room, who: Caller, round_id: str, wanted: Game, projection: str
) -> RoundSeen:
    """See to it that a projection shows what may be seen of a round, which is of this game."""
    found = await room.read(round_seen, room, who, round_id)
    if game_of(found.recorded[0].event) is not wanted:
        raise refused(OtherGame())
    await room.projected(projection, found.recorded[-1].position or 0)
    return found


Told = TypeVar("Told")


def _from_views(room: Room, read: Callable[[sa.Connection, str], Told], round_id: str) -> Told:
    with room.views.reading() as connection:
        return read(connection, round_id)


def _course_of_pots(connection: sa.Connection, round_id: str) -> list[Course]:
    return list(course_of_pots(connection, round_id))
