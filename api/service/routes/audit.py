"""Looking into the house: replays, what audits found, and how the service does."""

import json
from importlib.metadata import version
from typing import Annotated, Final, Literal, NamedTuple

from fastapi import Depends, Query, Request, Response

from api.roles import Caller
from api.service.answers import HealthAnswer, InterruptedRound, ProjectionHealth
from api.service.asked import PAGE, InRoom, Limit, OfMatch, OfRound
from api.service.audits import DecksAuditsAnswer, audit_answer
from api.service.auth import Anybody, Whoever
from api.service.facts import NOW, Opened
from api.service.paging import page_of
from api.service.problems import NOT_FOUND, ProblemError, no_such
from api.service.room import Room
from api.service.rounds_seen import require_match_over, require_round_over
from api.service.routes.reveals import look
from api.service.speaking import Asked, in_language
from domain.chips.amount import MOST
from domain.flow.address import DECK_AUDITS, SELFCHECK, deck, game, match
from domain.kernel.text import text
from projections.follow import Health
from replay.covered import with_checkpoint
from replay.match.account import readable as readable_match
from replay.match.plain import as_json as match_as_json
from replay.match.proof import prove_match
from replay.messages.language import Language
from replay.messages.say import saying
from replay.proof import Proof, prove
from replay.round import as_json, readable
from replay.views import with_views
from replay.words import EVERYTHING, Viewer

VERSION: Final = version("paipu")
TEXT: Final = "text/plain; charset=utf-8"

Until = Annotated[int | None, Query(ge=1, le=MOST, description="tell the round up to this event")]
After = Annotated[int, Query(ge=0, le=MOST, description="`next` of the page before")]
Form = Annotated[
    Literal["json", "text"], Query(description="text: in words, as `replay round` prints it")
]

Reveal = Annotated[bool, Query(description="all cards, by a grant: POST …/reveals")]


class HowShown(NamedTuple):
    """How a round is told: up to which event, in which form and language, with which cards."""

    at: int | None
    form: str
    reveal: bool
    language: Language


async def _shown(
    asked: Asked,
    at: Until = None,
    form: Form = "json",
    reveal: Reveal = False,  # noqa: FBT002 -- a query has no positions
) -> HowShown:
    return HowShown(at, form, reveal, asked if form == "text" else Language.EN)


Shown = Annotated[HowShown, Depends(_shown)]

MatchForm = Annotated[
    Literal["json", "text"], Query(description="text: in words, as `replay match` prints it")
]


async def replay(
    room: InRoom,
    who: Anybody,
    round_id: OfRound,
    shown: Shown,
) -> Response:
    """Decide a round again, step by step, compare it with what is stored, and tell it.

    Cards are shown as the asking player, or everybody, may see them. The form is that of
    `replay round --json`, see docs/replay.md. With `reveal` all cards are shown, under a grant
    (H9.7); each time is recorded first, for auditors to see (H9.8).
    """
    if shown.reveal:
        await look(room, who, round_id)
    told, kind = await room.read(_told, room, who, round_id, shown)
    return Response(told, media_type=kind, headers=in_language(shown.language))


def _told(room: Room, who: Caller, round_id: str, shown: HowShown) -> tuple[str, str]:
    until = shown.at
    require_round_over(room, who, round_id)
    proof = prove(room.log, round_id)
    if proof is None:
        raise no_such("round")
    proof = with_checkpoint(with_views(proof, room.log, room.views), room.log)
    if until is not None and until > proof.stored:
        detail = text("the round has events 1 to {most}", most=proof.stored)
        raise ProblemError(NOT_FOUND, "no_such_event", detail, params={"most": proof.stored})
    viewer = EVERYTHING if shown.reveal else _viewer(proof, who.player)
    if shown.form == "text":
        return "\n".join([*readable(proof, viewer, until, saying(shown.language)), ""]), TEXT
    return json.dumps(as_json(proof, viewer, until)), "application/json"


def _viewer(proof: Proof, player: str | None) -> Viewer:
    return None if proof.opened is None else proof.opened.seat_of(player)


async def replay_match(
    room: InRoom, who: Anybody, asked: Asked, match_id: OfMatch, form: MatchForm = "json"
) -> Response:
    """Decide a match again with all of its rounds, compare it with what is stored, and tell it.

    No hidden card is in it. The form is that of `replay match --json`, see docs/replay.md.
    """
    shown = HowShown(None, form, reveal=False, language=asked if form == "text" else Language.EN)
    told, kind = await room.read(_match_told, room, who, match_id, shown)
    return Response(told, media_type=kind, headers=in_language(shown.language))


def _match_told(room: Room, who: Caller, match_id: str, shown: HowShown) -> tuple[str, str]:
    require_match_over(room, who, match(match_id))
    proof = prove_match(room.log, match_id, room.views)
    if proof is None:
        raise no_such("match")
    if shown.form == "text":
        return "\n".join([*readable_match(proof, saying(shown.language)), ""]), TEXT
    return json.dumps(match_as_json(proof)), "application/json"


async def decks(
    room: InRoom, who: Anybody, after: After = 0, limit: Limit = PAGE
) -> DecksAuditsAnswer:
    """List what auditors found who made whole decks of random rounds again (H6.7)."""
    return await room.read(_audits, room, who, after, limit)


def _audits(room: Room, who: Caller, after: int, limit: int) -> DecksAuditsAnswer:
    found = room.log.read(DECK_AUDITS.stream)[after : after + limit + 1]
    shown, more = page_of(found, limit, lambda one: one.version)
    return DecksAuditsAnswer(
        audits=tuple(
            audit_answer(one, lambda round_id: _seen(room, who, round_id)) for one in shown
        ),
        next=more,
    )


def _seen(room: Room, who: Caller, round_id: str) -> bool:
    """Say whether somebody has seen a round's last deck (H12); of a damaged one all is seen."""
    first = room.log.fact(game(round_id).stream, 1)
    if first is None or not isinstance(first.event, Opened):
        return True
    until = room.spectators.of_round(who, round_id)(first.event)
    return until == NOW or room.log.extents([deck(round_id).stream])[0].last <= until


async def health(room: InRoom, request: Request, known: Whoever) -> HealthAnswer:
    """Tell how the service does: the log can be read, views follow it, the clock runs.

    What says that something has happened, or in which round, is for staff: nobody else is to learn
    by it what spectators have not seen yet (H12).
    """
    staff = known is not None and known.who.player is None
    position = await room.read(room.log.last_position)
    followed = room.following.health()
    steward = room.steward_health()
    checkpoints = room.checkpoints_health()
    provider = request.app.state.gate.tokens.health
    given_up = room.given_up()
    alarm = (await room.read(room.house.stands, SELFCHECK)).state.alarm is not None
    incidents = request.app.state.incidents.health
    words = {steward, checkpoints, provider, incidents}
    failing = any(one.failures for one in followed) or "failing" in words
    live = room.feed.health()
    fine = not (failing or given_up or alarm or live != "following")
    return HealthAnswer(
        status="ok" if fine else "degraded",
        version=VERSION,
        position=position if staff else None,
        projections=tuple(map(_projection, followed)) if staff else None,
        steward=steward,
        checkpoints=checkpoints,
        provider=provider,
        live=live,
        incidents=incidents,
        interrupted=tuple(InterruptedRound(round=about, code=code) for about, code in given_up)
        if staff
        else None,
        alarm=alarm,
    )


def _projection(one: Health) -> ProjectionHealth:
    return ProjectionHealth(
        name=one.name, position=one.position, failures=one.failures, error=one.error
    )
