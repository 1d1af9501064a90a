"""Checkpoints of the whole log, and the proofs that lead to them (docs/checkpoints.md)."""

from typing import Annotated, Final, Literal

from fastapi import Query, Response

from api.roles import Caller
from api.service.answers import (
    CheckpointLine,
    CheckpointsAnswer,
    ConsistencyAnswer,
    ProofAnswer,
)
from api.service.asked import InRoom, OfRound
from api.service.auth import Anybody, Audit
from api.service.facts import Opened
from api.service.problems import NOT_FOUND, ProblemError, no_such
from api.service.room import Room
from domain.chips.amount import MOST
from domain.flow.address import Address, Kind, game
from domain.kernel.text import text
from domain.log.checkpoints.checkpoints import Signed
from domain.log.checkpoints.events import STREAM

TEXT: Final = "text/plain; charset=utf-8"
PAGE: Final = 20
MOST_IN_A_PAGE: Final = 100

After = Annotated[int, Query(ge=0, le=MOST, description="`next` of the page before")]
Few = Annotated[int, Query(ge=1, le=MOST_IN_A_PAGE)]
Version = Annotated[
    int | None, Query(ge=1, le=MOST, description="of the stream's event; else its last one")
]
Size = Annotated[
    int | None, Query(ge=1, le=MOST, description="of the checkpoint; else the one signed last")
]
Old = Annotated[int, Query(ge=1, le=MOST, description="the size of a checkpoint that is held")]
Of = Annotated[
    Literal["round", "deck", "clock"], Query(description="which of a round's streams is meant")
]


async def listed(
    room: InRoom, _: Anybody, after: After = 0, limit: Few = PAGE
) -> CheckpointsAnswer:
    """List the checkpoints in the order in which they were signed."""
    return await room.read(_listed, room, after, limit)


def _listed(room: Room, after: int, limit: int) -> CheckpointsAnswer:
    end = min(room.log.last_version(STREAM), after + limit)
    found = map(room.checkpoints.signed, range(after + 1, end + 1))
    return CheckpointsAnswer(
        checkpoints=tuple(_line(one) for one in found if one is not None),
        next=end if end == after + limit else None,
    )


def _line(one: Signed) -> CheckpointLine:
    return CheckpointLine(
        version=one.version,
        size=one.size,
        root=one.root.hex(),
        position=one.position,
        at=one.recorded.envelope.recorded_at.isoformat(),
        note=one.note,
    )


async def latest(room: InRoom, _: Anybody) -> Response:
    """Show the checkpoint that was signed last, as a note."""
    return Response((await room.read(_latest, room)).note, media_type=TEXT)


def _latest(room: Room) -> Signed:
    found = room.checkpoints.latest()
    if found is None:
        raise no_such("checkpoint")
    return found


async def consistency(room: InRoom, _: Anybody, old: Old, new: Size = None) -> ConsistencyAnswer:
    """Prove that a checkpoint extends one that is held: nothing before it was changed."""
    return await room.read(_consistency, room, old, new)


def _consistency(room: Room, old: int, new: int | None) -> ConsistencyAnswer:
    size = _latest(room).size if new is None else new
    path = room.checkpoints.consistency(old, size)
    return ConsistencyAnswer(old=old, new=size, path=tuple(one.hex() for one in path))


async def of_round(  # noqa: PLR0913, PLR0917 -- what a request may say, and who asks
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    of: Of = "round",
    version: Version = None,
    size: Size = None,
) -> ProofAnswer:
    """Prove that a round's event is in a checkpoint; its last one proves all before it."""
    return await room.read(_of_round, room, who, Address(Kind(of), round_id), version, size)


def _of_round(
    room: Room, who: Caller, at: Address, version: int | None, size: int | None
) -> ProofAnswer:
    first, last = room.log.fact(game(at.id).stream, 1), room.log.last_version(at.stream)
    if first is not None and isinstance(first.event, Opened):
        until = room.spectators.of_round(who, at.id)(first.event)
        last = room.spectators.version(at, last, until)
    return _proof(room, at.stream, last, version, size)


async def of_stream(
    room: InRoom,
    _: Audit,
    stream: Annotated[str, Query(min_length=3, max_length=300)],
    version: Version = None,
    size: Size = None,
) -> ProofAnswer:
    """Prove that an event of any stream is in a checkpoint."""
    last = await room.read(room.log.last_version, stream)
    return await room.read(_proof, room, stream, last, version, size)


def _proof(
    room: Room, stream: str, last: int, version: int | None, size: int | None
) -> ProofAnswer:
    """Prove an event of a stream that has, or is seen to have, so many."""
    if not last:
        raise no_such("stream")
    version = last if version is None else version
    if version > last:
        detail = text("the stream has events 1 to {most}", most=last)
        raise ProblemError(NOT_FOUND, "no_such_event", detail, params={"most": last})
    signed = _latest(room)
    found = room.checkpoints.inclusion(stream, version, signed.size if size is None else size)
    if found is None:
        detail = text("this event is in no checkpoint of that size; later ones have it")
        raise ProblemError(NOT_FOUND, "not_signed_yet", detail)
    return ProofAnswer(
        stream=stream,
        version=version,
        hash=found.hash.hex(),
        position=found.position,
        index=found.index,
        size=found.size,
        path=tuple(one.hex() for one in found.path),
        note=signed.note if found.size == signed.size else None,
    )
