"""Disputes (H9): opening and following them, and deciding them for the house."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Final, NamedTuple

from fastapi import Depends, Path, Query, Response

from api.ids import round_id
from api.office.deadline import due_ms
from api.office.reading import dispute_of
from api.roles import Caller, Role
from api.service.again import ask_once
from api.service.asked import PAGE, AfterName, InRoom, Key, Limit, receipt, receipt_answer, told
from api.service.auth import Allowed, Anybody, Office
from api.service.office.answers import (
    DisputeAnswer,
    DisputedAnswer,
    DisputeLine,
    DisputesAnswer,
    ProposedAnswer,
)
from api.service.office.steps import step_answers
from api.service.office.wire import Compensation, Decision, Evidence, NewDispute, Note
from api.service.paging import page_of
from api.service.problems import ProblemError, no_such, refused
from api.service.room import Room
from api.service.rounds_seen import round_seen
from domain.flow.address import dispute
from domain.house.access.refusals import NoSuchRound
from domain.house.dispute import commands
from domain.house.dispute.events import CompensationProposed, Verdict
from domain.house.dispute.refusals import NotDealtIn
from domain.house.labels import is_name
from projections.cases.query import Disputed, Found, list_disputes
from projections.cases.view import DisputeStatus
from projections.cases.writer import NAME as CASES
from projections.moments import moment, moment_of_ms

Disputing = Annotated[Caller, Depends(Allowed(Role.PLAYER, Role.OPERATOR, Role.SUPERVISOR))]
Status = Annotated[DisputeStatus | None, Query(description="only those that stand so")]
Overdue = Annotated[bool, Query(description="only those whose deadline has passed undecided")]
OfRoundOnly = Annotated[str | None, Query(alias="round", description="only those about a round")]


async def _dispute(
    dispute_id: Annotated[str, Path(alias="dispute", description="the id of a dispute")],
) -> str:
    if not is_name(dispute_id):
        raise no_such("dispute")
    return dispute_id


OfDispute = Annotated[str, Depends(_dispute)]


async def _require(room: Room, who: Caller, dispute_id: str) -> None:
    """Raise `ProblemError` unless there is a dispute that the caller may know of.

    A player knows of the own ones only: of others it is said that they are not there.
    """
    by = await room.read(_known, room, dispute_id)
    if by is None or (who.role is Role.PLAYER and by != who.actor):
        raise no_such("dispute")


def _known(room: Room, dispute_id: str) -> str | None:
    """Return who opened a dispute, which never changes."""
    by: str | None = getattr(room.house.stands(dispute(dispute_id)).state, "by", None)
    return by


async def opened(room: InRoom, who: Disputing, key: Key, asked: NewDispute) -> Response:
    """Open a dispute about a round (H9.1)."""
    now = datetime.now(UTC)
    new = round_id(now)
    command = commands.OpenDispute(
        dispute=new, round=asked.round, by=who.actor, claim=asked.claim, due_ms=due_ms(now)
    )
    given = ("dispute", "due_ms")
    try:
        found = await ask_once(room, dispute(new), command, who, key, given=given)
    except ProblemError as problem:
        if problem.problem.code == NotDealtIn.code:
            await _require_seen(room, who, asked.round)
        raise
    answer = receipt_answer(found).model_dump()
    return told(DisputedAnswer(dispute=_id_in(found.stream), **answer))


async def _require_seen(room: Room, who: Caller, about: str) -> None:
    """Say of a round that spectators have not seen yet what is said of one that is not (H12.4)."""
    try:
        await room.read(round_seen, room, who, about)
    except ProblemError:
        raise refused(NoSuchRound()) from None


def _id_in(stream: str) -> str:
    return stream.partition("/")[2]


async def evidence(
    room: InRoom, who: Disputing, key: Key, dispute_id: OfDispute, asked: Evidence
) -> Response:
    """Add evidence to a dispute: the digest of a bundle or another file (H9.2)."""
    command = commands.AddEvidence(by=who.actor, digest=asked.digest, note=asked.note)
    return await _ask(room, who, key, dispute_id, command)


async def note(
    room: InRoom, who: Disputing, key: Key, dispute_id: OfDispute, asked: Note
) -> Response:
    """Add a note to a dispute, which the other side reads (H9.2)."""
    command = commands.AddNote(by=who.actor, text=asked.text)
    return await _ask(room, who, key, dispute_id, command)


async def decision(
    room: InRoom, who: Office, key: Key, dispute_id: OfDispute, asked: Decision
) -> Response:
    """Decide a dispute (H9.3)."""
    verdict = Verdict(asked.verdict)
    command = commands.DecideDispute(by=who.actor, verdict=verdict, text=asked.text)
    return await _ask(room, who, key, dispute_id, command)


async def compensation(
    room: InRoom, who: Office, key: Key, dispute_id: OfDispute, asked: Compensation
) -> Response:
    """Propose a compensation, for a second person to approve (H9.4, H10)."""
    command = commands.ProposeCompensation(
        by=who.actor,
        adjustment=round_id(datetime.now(UTC)),
        player=asked.player,
        points=asked.points,
    )
    found = await ask_once(room, dispute(dispute_id), command, who, key, given=("adjustment",))
    fact = await room.read(room.log.fact, found.stream, found.version)
    event = None if fact is None else fact.event
    assert isinstance(event, CompensationProposed)
    answer = receipt_answer(found).model_dump()
    return told(ProposedAnswer(adjustment=event.adjustment, **answer))


async def close(room: InRoom, who: Office, key: Key, dispute_id: OfDispute) -> Response:
    """Close a dispute that is decided (H9.5)."""
    return await _ask(room, who, key, dispute_id, commands.CloseDispute(by=who.actor))


async def _ask(
    room: Room, who: Caller, key: str, dispute_id: str, command: commands.Command
) -> Response:
    await _require(room, who, dispute_id)
    return receipt(await room.ask(dispute(dispute_id), command, who, key))


async def show(room: InRoom, who: Anybody, dispute_id: OfDispute) -> DisputeAnswer:
    """Show a dispute with all its steps; a player sees the own ones only."""
    await _require(room, who, dispute_id)
    found = await room.read(dispute_of, room.log, dispute_id)
    assert found is not None
    return DisputeAnswer(
        dispute=found.state.dispute,
        round=found.state.round,
        by=found.state.by,
        status=found.status,
        verdict=found.state.verdict,
        opened_at=moment(found.opened_at),
        due=moment_of_ms(found.state.due_ms),
        overdue=found.overdue(_now_ms()),
        claim=found.claim,
        pending=getattr(found.state, "pending", None),
        steps=step_answers(found.steps),
    )


class Chosen(NamedTuple):
    """Which disputes are listed."""

    status: DisputeStatus | None
    overdue: bool
    round: str | None


async def _chosen(
    status: Status = None,
    overdue: Overdue = False,  # noqa: FBT002 -- a query has no positions
    of_round: OfRoundOnly = None,
) -> Chosen:
    return Chosen(status, overdue, of_round)


async def listed(
    room: InRoom,
    who: Anybody,
    after: AfterName,
    chosen: Annotated[Chosen, Depends(_chosen)],
    limit: Limit = PAGE,
) -> DisputesAnswer:
    """List the disputes in the order in which they were opened; a player's own ones only."""
    if chosen.round is not None and not is_name(chosen.round):
        return DisputesAnswer(disputes=(), next=None)
    await room.projected(CASES, await room.read(room.log.last_position))
    wanted = Disputed(
        round=chosen.round,
        by=who.actor if who.role is Role.PLAYER else None,
        status=chosen.status,
        undecided_since=_now_ms() if chosen.overdue else None,
    )
    found = await room.read(_listed, room, wanted, after, limit)
    page, more = page_of(found, limit, lambda row: str(row.dispute))
    return DisputesAnswer(disputes=tuple(map(_line, page)), next=more)


def _listed(room: Room, wanted: Disputed, after: str, limit: int) -> Sequence[Found]:
    with room.views.reading() as connection:
        return list_disputes(connection, wanted, after=after, limit=limit + 1)


def _line(row: Found) -> DisputeLine:
    return DisputeLine(
        dispute=row.dispute,
        round=row.round,
        by=row.by,
        status=row.status,
        verdict=row.verdict,
        opened_at=row.opened_at,
        due=moment_of_ms(row.due_ms),
        overdue=row.verdict is None and _now_ms() > row.due_ms,
    )


_NS_A_MS: Final = 1_000_000


def _now_ms() -> int:
    return time.time_ns() // _NS_A_MS
