"""Reveals (H9.7, H9.8): all cards of a round for a person of the house, with a reason, recorded."""

import time
from typing import Annotated, Final
from uuid import uuid4

from fastapi import Depends, Response

from api.roles import Caller, Role, Scope
from api.service.again import ask_once
from api.service.asked import InRoom, Key, OfRound, receipt_answer, told
from api.service.auth import Allowed, Audit, require
from api.service.office.answers import AccessAnswer, GrantedAnswer, LookAnswer
from api.service.office.wire import NewReveal
from api.service.problems import CONFLICT, FORBIDDEN, ProblemError, no_such
from api.service.room import Room
from domain.flow.address import access, game
from domain.house.access.commands import GrantReveal, LookAtCards
from domain.house.access.events import Purpose, RevealGranted
from domain.kernel.text import text
from domain.log.errors import BrokenChainError, BrokenSealError, UnreadableEventError
from projections.moments import moment_of_ms
from replay.looks import looks_of

MS_A_MINUTE: Final = 60_000
NOT_AS_WRITTEN: Final = frozenset(
    kind.code for kind in (BrokenChainError, BrokenSealError, UnreadableEventError)
)
"""Why it cannot be said whether a round is over: then nothing of it is granted."""
_NS_A_MS: Final = 1_000_000

Revealing = Annotated[
    Caller, Depends(Allowed(Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR, scope=Scope.REVEAL))
]


async def grant(
    room: InRoom, who: Revealing, key: Key, round_id: OfRound, asked: NewReveal
) -> Response:
    """Ask to see all cards of a round that is over, giving a reason (H9.7)."""
    command = GrantReveal(
        round=round_id,
        viewer=who.name,
        role=who.role,
        reason=asked.reason,
        until_ms=_now_ms() + asked.minutes * MS_A_MINUTE,
        minutes=asked.minutes,
    )
    try:
        found = await ask_once(room, access(round_id), command, who, key, given=("until_ms",))
    except ProblemError as problem:
        if problem.problem.code not in NOT_AS_WRITTEN:
            raise
        detail = text("the round is not as it was written; its replay tells where")
        raise ProblemError(CONFLICT, problem.problem.code, detail) from None
    fact = await room.read(room.log.fact, found.stream, found.version)
    event = None if fact is None else fact.event
    assert isinstance(event, RevealGranted)
    answer = receipt_answer(found).model_dump()
    return told(GrantedAnswer(until=moment_of_ms(event.until_ms), **answer))


async def look(room: Room, who: Caller, round_id: str, purpose: Purpose = Purpose.SERVICE) -> None:
    """Record that somebody is shown all cards of a round (H9.8). Raises `ProblemError`."""
    if who.role is Role.PLAYER:
        detail = text("all cards are shown to nobody who plays")
        raise ProblemError(FORBIDDEN, "wrong_role", detail, params={"role": who.role.value})
    require(who, Scope.REVEAL)
    command = LookAtCards(
        round=round_id,
        viewer=who.name,
        role=who.role,
        purpose=purpose,
        at_ms=_now_ms(),
    )
    await room.ask(access(round_id), command, who, str(uuid4()))


async def ledger(room: InRoom, _: Audit, round_id: OfRound) -> AccessAnswer:
    """Tell who was shown all cards of a round, when and why (H9.8)."""
    return await room.read(_ledger, room, round_id)


def _ledger(room: Room, round_id: str) -> AccessAnswer:
    if not room.log.last_version(game(round_id).stream):
        raise no_such("round")
    looks = (LookAnswer(**one._asdict()) for one in looks_of(room.log, round_id))
    return AccessAnswer(round=round_id, looks=tuple(looks))


def _now_ms() -> int:
    return time.time_ns() // _NS_A_MS
