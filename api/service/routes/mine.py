"""What players see of their own: rounds recalled step by step, and what moved their points."""

from typing import Annotated, Literal, NamedTuple

from fastapi import Depends, Query, Response

from api.reports.ask import Choice
from api.reports.form import PLAYER
from api.reports.kinds.statement import STATEMENT
from api.roles import Caller
from api.service.asked import PAGE, InRoom, Limit, OfPlayer, OfRound, told
from api.service.auth import Anybody, Player
from api.service.facts import facts_of
from api.service.moving import MovementLine, MovementsAnswer, movement
from api.service.paging import page_of
from api.service.problems import FORBIDDEN, NOT_FOUND, ProblemError, no_such
from api.service.recalling import RecallAnswer, in_words, interruptions_of, steps_of
from api.service.room import Room, not_projected
from api.service.rounds_seen import round_seen
from api.service.routes import reports
from api.service.routes.audit import TEXT, Form, Until
from api.service.routes.lists import After
from api.service.routes.players import require_own
from api.service.routes.reports import Times, times_of
from api.service.searching import SeatResult
from api.service.sight import AnyRound, round_answer
from api.service.speaking import Asked, in_language
from domain.flow.address import game, wallet
from domain.house.wallet.state import Account
from domain.kernel.seats import Seat
from domain.kernel.text import text
from domain.log.errors import DataKeyGoneError
from projections.chips import accounts, query
from projections.chips.writer import NAME as CHIPS
from projections.rounds.query import find_round
from projections.rounds.told import seat_told
from projections.rounds.writer import NAME as ROUNDS
from replay.messages.language import Language
from replay.messages.say import saying
from replay.proof import Proof, prove


class HowRecalled(NamedTuple):
    """How a round is to be recalled: up to which event, in which form and language."""

    at: int | None
    form: str
    language: Language


async def _recalled_as(language: Asked, at: Until = None, form: Form = "json") -> HowRecalled:
    return HowRecalled(at, form, language)


async def recall(
    room: InRoom,
    who: Player,
    round_id: OfRound,
    how: Annotated[HowRecalled, Depends(_recalled_as)],
) -> Response:
    """Recall a round that the asking player was dealt into: what could be seen at each step.

    It is decided again from what is in the log. Who was not dealt in recalls nothing.
    """
    proof, seat = await room.read(_recalled, room, who, round_id, how.at)
    await room.projected(ROUNDS, await room.read(_last_position, room, round_id))
    mine = await room.read(_result, room, round_id, seat)
    if how.form == "json":
        return told(await room.read(_answer, room, proof, mine, how.at))
    lines = in_words(proof, mine, how.at, saying(how.language))
    return Response("\n".join([*lines, ""]), media_type=TEXT, headers=in_language(how.language))


def _last_position(room: Room, round_id: str) -> int:
    for extent in room.log.extents((game(round_id).stream,)):
        last = room.log.fact(extent.stream, extent.version)
        return 0 if last is None else last.position or 0
    raise no_such("round")


def _recalled(room: Room, who: Caller, round_id: str, at: int | None) -> tuple[Proof, Seat]:
    """Return a round decided again, and where a player sat in it. Raises `ProblemError`."""
    proof = prove(room.log, round_id)
    if proof is None:
        raise no_such("round")
    seat = None if proof.opened is None else proof.opened.seat_of(who.name)
    if seat is None:
        round_seen(room, who, round_id)  # else it is not there yet (H12.4)
        raise ProblemError(FORBIDDEN, "not_in_round", text("you were not dealt into this round"))
    if at is not None and at > proof.stored:
        detail = text("the round has events 1 to {most}", most=proof.stored)
        raise ProblemError(NOT_FOUND, "no_such_event", detail, params={"most": proof.stored})
    return proof, seat


def _answer(room: Room, proof: Proof, mine: SeatResult, at: int | None) -> RecallAnswer:
    seat = Seat(mine.seat)
    steps = tuple(steps_of(proof, seat, at))
    last = steps[-1].version if steps else 0
    return RecallAnswer(
        round=proof.round,
        seat=seat,
        status=proof.status,
        reason=proof.reason,
        proven=proof.proven,
        mine=mine,
        interruptions=tuple(interruptions_of(proof.clock)),
        steps=steps,
        at=last,
        stored=proof.stored,
        view=None if proof.first_wrong else _view(room, proof.round, seat, last),
    )


def _view(room: Room, round_id: str, seat: Seat, until: int) -> AnyRound | None:
    try:
        facts = facts_of(room.log, round_id, until)
    except DataKeyGoneError:
        return None
    return None if facts is None else round_answer(facts, seat)


def _result(room: Room, round_id: str, seat: Seat) -> SeatResult:
    with room.views.reading() as connection:
        line = find_round(connection, round_id)
    found = None if line is None else next((row for row in line.seats if row.seat == seat), None)
    if found is None:
        raise not_projected(ROUNDS)
    return SeatResult(**seat_told(found))


async def movements(
    room: InRoom, who: Anybody, player: OfPlayer, after: After = None, limit: Limit = PAGE
) -> MovementsAnswer:
    """Tell what moved the points of a wallet, the newest first; a player the own one only."""
    require_own(who, player)
    await room.built(CHIPS)
    found = await room.read(_moved, room, player, after, limit)
    page, more = page_of(found, limit, lambda line: line.position)
    return MovementsAnswer(player=player, movements=tuple(page), next=more)


def _moved(room: Room, player: str, before: int | None, limit: int) -> list[MovementLine]:
    if not isinstance(room.house.stands(wallet(player)).state, Account):
        raise no_such("player")
    with room.views.reading() as connection:
        lines = query.movements(connection, accounts.wallet(player), before=before, limit=limit + 1)
    return [movement(room.log, line) for line in lines]


async def statement(
    room: InRoom,
    who: Player,
    times: Annotated[Times, Depends(times_of)],
    language: Asked,
    form: Annotated[Literal["json", "csv"], Query(alias="format")] = "json",
) -> Response:
    """Tell the own points: what was held when a time began, every change, and what at its end.

    It is the report `statement` of docs/reports.md, of the asking player.
    """
    choice = Choice(times.wanted, times.zone, {PLAYER: who.name})
    return await reports.told(room, STATEMENT.name, choice, reports.Manner(form, language))
