"""A round as one file that proves itself, for whoever asks (docs/proof.md)."""

from typing import Annotated

from fastapi import Query, Response

from api.roles import Caller
from api.service.asked import InRoom, OfRound
from api.service.auth import Anybody
from api.service.problems import CONFLICT, ProblemError, no_such
from api.service.room import Room
from api.service.rounds_seen import require_round_over
from api.service.routes.reveals import look
from domain.house.access.events import Purpose
from domain.kernel.text import text
from domain.log.streams import round_stream
from replay.bundle.form import written
from replay.bundle.make import Order, bundle_of, newest, seat_in
from replay.errors import CardsInClearError, CardsSealedError, NotProvenError
from replay.words import EVERYTHING, Viewer

Reveal = Annotated[bool, Query(description="with all cards, by a grant: POST …/reveals")]


async def bundle(
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    reveal: Reveal = False,  # noqa: FBT002 -- a query has no positions
) -> Response:
    """Hand out a round as one file that proves itself, with the cards that may be seen.

    Who was dealt in gets the own cards, everybody else those that all see. With `reveal` all cards
    are in it, under a grant (H9.7); each time is recorded first (H9.8).
    """
    if reveal:
        await look(room, who, round_id, Purpose.BUNDLE)
    content = await room.read(_bundle, room, who, round_id, reveal)
    headers = {"Content-Disposition": 'attachment; filename="round.bundle.json"'}
    return Response(content, media_type="application/json", headers=headers)


def _bundle(room: Room, who: Caller, round_id: str, reveal: bool) -> bytes:  # noqa: FBT001 -- it is called by the room
    if not room.log.last_version(round_stream(round_id)):
        raise no_such("round")
    require_round_over(room, who, round_id)
    viewer: Viewer = EVERYTHING if reveal else seat_in(room.log, round_id, who.player)
    try:
        return written(bundle_of(room.log, Order(round_id, viewer), newest(room.log)))
    except NotProvenError:
        detail = text("something is wrong in this round; the operator can tell what")
        problem = ProblemError(CONFLICT, "not_proven", detail)
    except CardsSealedError:
        detail = text("keys that a bundle of this round takes are gone")
        problem = ProblemError(CONFLICT, "cards_sealed", detail)
    except CardsInClearError:
        detail = text("cards of this round are stored in clear, which only a reveal may show")
        problem = ProblemError(CONFLICT, "cards_in_clear", detail)
    raise problem
