"""Every route of the service, on one page."""

from collections.abc import Awaitable, Callable
from inspect import getdoc
from typing import Any, Final

from fastapi import APIRouter

from api.service import live
from api.service.answers import (
    Answer,
    HealthAnswer,
    HistoryAnswer,
    LegalsAnswer,
    MeAnswer,
    PotsHistory,
    ReceiptAnswer,
    RoundAnswer,
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
from api.service.report import Report
from api.service.routes import audit, players, rounds, tables

_READ: Final = answers(NOT_FOUND)
_ASK: Final = answers(BAD_REQUEST, NOT_FOUND, TOO_SLOW, CONFLICT, TOO_LARGE, UNSUPPORTED)
_REPORT: Final[Responses] = {
    200: {
        "description": "the report, or the same in words",
        "model": Report,
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}

Handler = Callable[..., Awaitable[Any]]
Named = tuple[str, str]
"""The tag of an operation and its own name, which clients that are generated call it by."""

router = APIRouter(prefix="/v1", route_class=StrictRoute)


def _add(
    route: str,
    named: Named,
    handler: Handler,
    *,
    answer: type[Answer] | None,
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


def _get(path: str, tag: str, name: str, handler: Handler, answer: type[Answer]) -> None:
    """Add a route that only looks."""
    _add(f"GET {path}", (tag, name), handler, answer=answer, responses=_READ)


def _post(
    path: str, tag: str, name: str, handler: Handler, answer: type[Answer] = ReceiptAnswer
) -> None:
    """Add a route that asks a command."""
    _add(f"POST {path}", (tag, name), handler, answer=answer, responses=_ASK)


_get("/me", "players", "show_me", players.me, MeAnswer)
_get("/me/rounds", "rounds", "list_my_rounds", rounds.of_player, RoundsAnswer)

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
_get("/tables/{table}/rounds", "rounds", "list_table_rounds", rounds.of_table, RoundsAnswer)
_post("/tables/{table}/rounds", "rounds", "start_round", tables.start, StartedAnswer)

_get("/rounds/{round}", "rounds", "show_round", rounds.show, RoundAnswer)
_get("/rounds/{round}/legal", "rounds", "show_legal", rounds.legals, LegalsAnswer)
_post("/rounds/{round}/actions", "rounds", "act", rounds.act)
_post("/rounds/{round}/void", "rounds", "void_round", rounds.void)
_get("/rounds/{round}/history", "rounds", "show_history", rounds.history, HistoryAnswer)
_get("/rounds/{round}/pots", "rounds", "show_pots", rounds.pots, PotsHistory)
_add(
    "GET /rounds/{round}/replay",
    ("audit", "replay_round"),
    audit.replay,
    answer=None,
    responses={**_REPORT, **_READ},
)

_add(
    "GET /health",
    ("house", "health"),
    audit.health,
    answer=HealthAnswer,
    responses=failures(),
)

router.websocket("/tables/{table}/live")(live.follow)
