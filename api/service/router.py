"""Every route of the service, on one page."""

from collections.abc import Awaitable, Callable
from inspect import getdoc
from typing import Any, Final

from fastapi import APIRouter

from api.service import live
from api.service.answers import (
    HealthAnswer,
    HistoryAnswer,
    MeAnswer,
    ReceiptAnswer,
    RoundsAnswer,
    StartedAnswer,
    TableAnswer,
    TablesAnswer,
    WalletAnswer,
)
from api.service.body import StrictRoute
from api.service.problems import (
    BAD_REQUEST,
    CONFLICT,
    NOT_FOUND,
    TOO_LARGE,
    TOO_SLOW,
    UNSUPPORTED,
    Responses,
    answers,
    failures,
)
from api.service.report import MatchReport, Report
from api.service.routes import audit, ledgers, lists, matches, players, rounds, tables
from api.service.shengji.answers import ContestCourse, TricksAnswer
from api.service.shengji.checking import CheckAnswer
from api.service.shengji.matches import (
    LevelsAnswer,
    MatchAnswer,
    MatchesAnswer,
    MatchRoundsAnswer,
    MyMatchesAnswer,
    ScoresAnswer,
)
from api.service.sight import LEGALS_OF_A_GAME, ROUND_OF_A_GAME
from api.service.sizhidao.answers import PotsHistory

_READ: Final = answers(NOT_FOUND)
_READ_OF_ONE_GAME: Final = answers(NOT_FOUND, CONFLICT)
_ASK: Final = answers(BAD_REQUEST, NOT_FOUND, TOO_SLOW, CONFLICT, TOO_LARGE, UNSUPPORTED)


def _report(form: type[Report | MatchReport]) -> Responses:
    """Return what a route documents that tells a report, in JSON or in words."""
    words = {"text/plain": {"schema": {"type": "string"}}}
    told = {"description": "the report, or the same in words", "model": form, "content": words}
    return {200: told, **_READ}


Handler = Callable[..., Awaitable[Any]]
Form = Any
"""The form of an answer, or of one of several."""
Named = tuple[str, str]
"""The tag of an operation and its own name, which clients that are generated call it by."""

router = APIRouter(prefix="/v1", route_class=StrictRoute)


def _add(
    route: str,
    named: Named,
    handler: Handler,
    *,
    answer: Form,
    responses: Responses,
) -> None:
    (method, _, path), (tag, name) = route.partition(" "), named
    router.add_api_route(
        path,
        handler,
        methods=[method],
        tags=[tag],
        operation_id=name,
        summary=(getdoc(handler) or name).partition("\n")[0].removesuffix("."),
        response_model=answer,
        responses=responses,
    )


def _get(  # noqa: PLR0913 -- what a route is
    path: str,
    tag: str,
    name: str,
    handler: Handler,
    answer: Form,
    *,
    responses: Responses = _READ,
) -> None:
    """Add a route that only looks."""
    _add(f"GET {path}", (tag, name), handler, answer=answer, responses=responses)


def _post(
    path: str,
    tag: str,
    name: str,
    handler: Handler,
    answer: Form = ReceiptAnswer,
) -> None:
    """Add a route that asks a command."""
    _add(f"POST {path}", (tag, name), handler, answer=answer, responses=_ASK)


_get("/me", "players", "show_me", players.me, MeAnswer)
_get("/me/rounds", "rounds", "list_my_rounds", lists.of_player, RoundsAnswer)
_get("/me/matches", "matches", "list_my_matches", lists.matches_of_player, MyMatchesAnswer)

_post("/players", "players", "create_player", players.create)
_get("/players/{player}", "players", "show_player", players.show, WalletAnswer)
_post("/players/{player}/deposits", "players", "deposit", players.deposit)
_post("/players/{player}/withdrawals", "players", "withdraw", players.withdraw)
_post("/players/{player}/disable", "players", "disable_player", players.disable)
_post("/players/{player}/enable", "players", "enable_player", players.enable)

_get("/tables", "tables", "list_tables", tables.listed, TablesAnswer)
_post("/tables", "tables", "open_table", tables.opened)
_get("/tables/{table}", "tables", "show_table", tables.show, TableAnswer)
_add(
    "PUT /tables/{table}/settings",
    ("tables", "change_settings"),
    tables.changed,
    answer=ReceiptAnswer,
    responses=_ASK,
)
_post("/tables/{table}/sit", "tables", "sit", tables.sit)
_post("/tables/{table}/leave", "tables", "leave", tables.leave)
_post("/tables/{table}/top-up", "tables", "top_up", tables.top_up)
_get("/tables/{table}/rounds", "rounds", "list_table_rounds", lists.of_table, RoundsAnswer)
_post("/tables/{table}/rounds", "rounds", "start_round", tables.start, StartedAnswer)

_get("/matches", "matches", "list_matches", matches.listed, MatchesAnswer)
_post("/matches", "matches", "open_match", matches.opened)
_get("/matches/{match}", "matches", "show_match", matches.show, MatchAnswer)
_post("/matches/{match}/join", "matches", "join_match", matches.join)
_post("/matches/{match}/ready", "matches", "be_ready", matches.ready)
_post("/matches/{match}/leave", "matches", "leave_match", matches.leave)
_post("/matches/{match}/come-back", "matches", "come_back", matches.come_back)
_post("/matches/{match}/abandon", "matches", "abandon_match", matches.abandon)
_get("/matches/{match}/levels", "matches", "show_levels", ledgers.levels, LevelsAnswer)
_get("/matches/{match}/scores", "matches", "show_scores", ledgers.scores, ScoresAnswer)
_get("/matches/{match}/rounds", "rounds", "list_match_rounds", ledgers.rounds, MatchRoundsAnswer)
_post("/matches/{match}/rounds", "rounds", "start_match_round", matches.start, StartedAnswer)

_get("/rounds/{round}", "rounds", "show_round", rounds.show, ROUND_OF_A_GAME)
_get("/rounds/{round}/legal", "rounds", "show_legal", rounds.legals, LEGALS_OF_A_GAME)
_post("/rounds/{round}/actions", "rounds", "act", rounds.act)
_post("/rounds/{round}/check", "rounds", "check_action", rounds.check, CheckAnswer)
_post("/rounds/{round}/void", "rounds", "void_round", rounds.void)
_get("/rounds/{round}/history", "rounds", "show_history", rounds.history, HistoryAnswer)
_get(
    "/rounds/{round}/pots",
    "rounds",
    "show_pots",
    rounds.pots,
    PotsHistory,
    responses=_READ_OF_ONE_GAME,
)
_get(
    "/rounds/{round}/tricks",
    "rounds",
    "show_tricks",
    rounds.tricks,
    TricksAnswer,
    responses=_READ_OF_ONE_GAME,
)
_get(
    "/rounds/{round}/contest",
    "rounds",
    "show_contest",
    rounds.contest,
    ContestCourse,
    responses=_READ_OF_ONE_GAME,
)
_add(
    "GET /rounds/{round}/replay",
    ("audit", "replay_round"),
    audit.replay,
    answer=None,
    responses=_report(Report),
)

_add(
    "GET /matches/{match}/replay",
    ("audit", "replay_match"),
    audit.replay_match,
    answer=None,
    responses=_report(MatchReport),
)

_add(
    "GET /health",
    ("house", "health"),
    audit.health,
    answer=HealthAnswer,
    responses=failures(),
)

router.websocket("/tables/{table}/live")(live.follow)
router.websocket("/matches/{match}/live")(live.follow_match)
