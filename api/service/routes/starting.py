"""Starting a round now, at a table or in a match, once however often it is asked."""

from collections.abc import Callable
from datetime import UTC, datetime

from fastapi import Response

from api.ids import round_id
from api.roles import Caller
from api.service.answers import StartedAnswer
from api.service.asked import receipt_answer, told
from api.service.problems import ProblemError
from api.service.room import Room
from domain.flow.address import Address
from domain.house.match.events import MatchRoundStarted
from domain.house.table.events import RoundStarted
from domain.kernel.decider import Command
from domain.log.errors import CommandReusedError
from domain.log.store import Receipt


async def start_round(
    room: Room, who: Caller, key: str, at: Address, command: Callable[[str], Command]
) -> Response:
    """Start a round under a new id; a repeat gets the round of the first time."""
    try:
        found = await room.ask(at, command(round_id(datetime.now(UTC))), who, key)
    except ProblemError as problem:
        if problem.problem.code != CommandReusedError.code:
            raise
        # The id of a round is not the client's, so that a repeat asks for the id of the first time.
        before = await room.read(room.log.receipt_of, who.actor, key)
        first = None if before is None else await room.read(_started, room, before)
        if first is None:
            raise
        found = await room.ask(at, command(first), who, key)
    started = await room.read(_started, room, found)
    assert started is not None
    return told(StartedAnswer(round=started, **receipt_answer(found).model_dump()))


def _started(room: Room, found: Receipt) -> str | None:
    """Return the round that was started, None if something else was done."""
    fact = room.log.fact(found.stream, found.version)
    event = None if fact is None else fact.event
    return event.round if isinstance(event, RoundStarted | MatchRoundStarted) else None
