"""Adjustments (H10): points proposed by one person of the house, and decided by another."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Path, Query, Response

from api.ids import round_id
from api.office.reading import adjustment_of, balances
from api.roles import Caller
from api.service.again import ask_once
from api.service.asked import PAGE, AfterName, InRoom, Key, Limit, receipt, receipt_answer, told
from api.service.auth import Office, Staff
from api.service.office.answers import (
    AdjustmentAnswer,
    AdjustmentLine,
    AdjustmentsAnswer,
    ProposedAnswer,
)
from api.service.office.steps import step_answers
from api.service.office.wire import NewAdjustment
from api.service.paging import page_of
from api.service.problems import no_such
from api.service.room import Room
from api.service.wire import Reason
from domain.flow.address import adjustment
from domain.house.adjustment import commands
from domain.house.labels import is_name
from projections.cases.query import Found, list_adjustments
from projections.cases.view import AdjustmentStatus
from projections.cases.writer import NAME as CASES

Status = Annotated[AdjustmentStatus | None, Query(description="only those that stand so")]


async def _adjustment(
    adjustment_id: Annotated[str, Path(alias="adjustment", description="the id of an adjustment")],
) -> str:
    if not is_name(adjustment_id):
        raise no_such("adjustment")
    return adjustment_id


OfAdjustment = Annotated[str, Depends(_adjustment)]


async def propose(room: InRoom, who: Office, key: Key, asked: NewAdjustment) -> Response:
    """Propose that a player gets points, or loses them, for a reason (H10.1)."""
    new = round_id(datetime.now(UTC))
    command = commands.ProposeAdjustment(
        adjustment=new,
        by=who.actor,
        player=asked.player,
        points=asked.points,
        reason=asked.reason,
    )
    found = await ask_once(room, adjustment(new), command, who, key, given=("adjustment",))
    answer = receipt_answer(found).model_dump()
    return told(ProposedAnswer(adjustment=found.stream.partition("/")[2], **answer))


async def approve(room: InRoom, who: Office, key: Key, adjustment_id: OfAdjustment) -> Response:
    """Approve what somebody else proposed: the points move (H10.2, H10.3)."""
    command = commands.ApproveAdjustment(by=who.actor)
    return await _ask(room, who, key, adjustment_id, command)


async def reject(
    room: InRoom, who: Office, key: Key, adjustment_id: OfAdjustment, asked: Reason
) -> Response:
    """Reject what somebody else proposed: nothing moves (H10.2)."""
    command = commands.RejectAdjustment(by=who.actor, reason=asked.reason)
    return await _ask(room, who, key, adjustment_id, command)


async def _ask(
    room: Room, who: Caller, key: str, adjustment_id: str, command: commands.Command
) -> Response:
    return receipt(await room.ask(adjustment(adjustment_id), command, who, key))


async def show(room: InRoom, _: Staff, adjustment_id: OfAdjustment) -> AdjustmentAnswer:
    """Show an adjustment with all its steps."""
    found = await room.read(adjustment_of, room.log, adjustment_id)
    if found is None:
        raise no_such("adjustment")
    state = found.state
    before, after = await room.read(balances, room.log, found) or (None, None)
    return AdjustmentAnswer(
        before=before,
        after=after,
        adjustment=state.adjustment,
        by=state.by,
        player=state.player,
        points=state.points,
        reason=state.reason,
        dispute=state.dispute,
        status=found.status,
        steps=step_answers(found.steps),
    )


async def listed(
    room: InRoom, _: Staff, after: AfterName, limit: Limit = PAGE, status: Status = None
) -> AdjustmentsAnswer:
    """List the adjustments in the order in which they were proposed."""
    await room.projected(CASES, await room.read(room.log.last_position))
    found = await room.read(_listed, room, status, after, limit)
    page, more = page_of(found, limit, lambda row: str(row.adjustment))
    return AdjustmentsAnswer(adjustments=tuple(map(_line, page)), next=more)


def _listed(room: Room, status: AdjustmentStatus | None, after: str, limit: int) -> Sequence[Found]:
    with room.views.reading() as connection:
        return list_adjustments(connection, status=status, after=after, limit=limit + 1)


def _line(row: Found) -> AdjustmentLine:
    return AdjustmentLine(
        adjustment=row.adjustment,
        by=row.by,
        player=row.player,
        points=row.points,
        reason=row.reason,
        dispute=row.dispute,
        status=row.status,
    )
