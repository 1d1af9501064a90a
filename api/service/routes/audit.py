"""Looking into the house: the replay of a round, and how the service does."""

import json
from importlib.metadata import version
from typing import Annotated, Final, Literal

from fastapi import Query, Response

from api.service.answers import HealthAnswer, ProjectionHealth
from api.service.asked import InRoom, OfMatch, OfRound
from api.service.auth import Anybody
from api.service.facts import Viewer
from api.service.problems import NOT_FOUND, ProblemError, no_such
from api.service.room import Room
from domain.chips.amount import MOST
from replay.match.account import readable as readable_match
from replay.match.plain import as_json as match_as_json
from replay.match.proof import prove_match
from replay.proof import Proof, prove
from replay.round import as_json, readable
from replay.views import with_views

VERSION: Final = version("paipu")
TEXT: Final = "text/plain; charset=utf-8"

Until = Annotated[int | None, Query(ge=1, le=MOST, description="tell the round up to this event")]
Form = Annotated[
    Literal["json", "text"], Query(description="text: in words, as `replay round` prints it")
]

MatchForm = Annotated[
    Literal["json", "text"], Query(description="text: in words, as `replay match` prints it")
]


async def replay(
    room: InRoom, who: Anybody, round_id: OfRound, at: Until = None, form: Form = "json"
) -> Response:
    """Decide a round again, step by step, compare it with what is stored, and tell it.

    Cards are shown as the asking player, or everybody, may see them. The form is that of
    `replay round --json`, see docs/replay.md.
    """
    told, kind = await room.read(_told, room, round_id, who.player, at, form)
    return Response(told, media_type=kind)


def _told(
    room: Room, round_id: str, player: str | None, until: int | None, form: str
) -> tuple[str, str]:
    proof = prove(room.log, round_id)
    if proof is None:
        raise no_such("round")
    proof = with_views(proof, room.log, room.views)
    if until is not None and until > proof.stored:
        detail = f"the round has events 1 to {proof.stored}"
        raise ProblemError(NOT_FOUND, "no_such_event", detail, params={"most": proof.stored})
    viewer = _viewer(proof, player)
    if form == "text":
        return "\n".join([*readable(proof, viewer, until), ""]), TEXT
    return json.dumps(as_json(proof, viewer, until)), "application/json"


def _viewer(proof: Proof, player: str | None) -> Viewer:
    return None if proof.opened is None else proof.opened.seat_of(player)


async def replay_match(
    room: InRoom, _: Anybody, match_id: OfMatch, form: MatchForm = "json"
) -> Response:
    """Decide a match again with all of its rounds, compare it with what is stored, and tell it.

    No hidden card is in it. The form is that of `replay match --json`, see docs/replay.md.
    """
    told, kind = await room.read(_match_told, room, match_id, form)
    return Response(told, media_type=kind)


def _match_told(room: Room, match_id: str, form: str) -> tuple[str, str]:
    proof = prove_match(room.log, match_id, room.views)
    if proof is None:
        raise no_such("match")
    if form == "text":
        return "\n".join([*readable_match(proof), ""]), TEXT
    return json.dumps(match_as_json(proof)), "application/json"


async def health(room: InRoom) -> HealthAnswer:
    """Tell how the service does: the log can be read, views follow it, the clock runs."""
    position = await room.read(room.log.last_position)
    followed = room.following.health()
    steward = room.steward_health()
    fine = not any(one.failures for one in followed) and steward != "failing"
    return HealthAnswer(
        status="ok" if fine else "degraded",
        version=VERSION,
        position=position,
        projections=tuple(
            ProjectionHealth(
                name=one.name, position=one.position, failures=one.failures, error=one.error
            )
            for one in followed
        ),
        steward=steward,
    )
