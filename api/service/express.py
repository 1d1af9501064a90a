"""The express lane: an action in a round, the request that comes most, past the framework.

Only what is right in form goes here. The framework has all the rest, so that it alone says what is
wrong with a request; where both answer, they do by the same functions.
"""

import re
from typing import Any, Final, NamedTuple

from fastapi import Response
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.roles import Role
from api.service.asked import GOOD_KEY
from api.service.auth import Allowed
from api.service.body import KEY_HEADER, MOST_BYTES, is_json, read_json
from api.service.problems import ProblemError, on_problem
from api.service.routes.rounds import act
from api.service.wire import Action
from domain.house.labels import is_name

_PATH: Final = re.compile(r"/v1/rounds/([^/]+)/actions")
_key_of = re.compile(GOOD_KEY).fullmatch
_action_of: Final = TypeAdapter[Any](Action).validate_python
_player: Final = Allowed(Role.PLAYER)


class Asked(NamedTuple):
    """What is asked, apart from by whom."""

    round_id: str
    key: str
    action: Any


class Express:
    """Serves actions that are right in form, and hands on all the rest."""

    def __init__(self, app: ASGIApp, route: APIRoute) -> None:
        self._app = app
        self._route = route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        found = _PATH.fullmatch(scope["path"])
        if found is None or scope["query_string"]:
            await self._app(scope, receive, send)
            return
        first = await receive()
        request = Request(scope)
        asked = _asked(found[1], request, first)
        if asked is None:
            await self._app(scope, _again(first, receive), send)
            return
        scope["route"] = self._route
        response = await _answered(request, asked)
        await response(scope, receive, send)


def _asked(round_id: str, request: Request, message: Message) -> Asked | None:
    """Return what a request asks, None unless all of it is here and right in form."""
    keys = request.headers.getlist(KEY_HEADER)
    body: bytes = message.get("body", b"")
    whole = message["type"] == "http.request" and not message.get("more_body")
    if not (whole and len(body) <= MOST_BYTES and is_json(request) and is_name(round_id)):
        return None
    if len(keys) != 1 or not _key_of(keys[0]):
        return None
    try:
        return Asked(round_id, keys[0], _action_of(read_json(body)))
    except (ProblemError, ValidationError):
        return None


async def _answered(request: Request, asked: Asked) -> Response:
    try:
        who = await _player(request)
        return await act(request.app.state.room, who, asked.key, asked.round_id, asked.action)
    except ProblemError as problem:
        return await on_problem(request, problem)


def _again(message: Message, receive: Receive) -> Receive:
    """Return what receives a message once more, and then what comes after it."""
    messages = [message]

    async def received() -> Message:
        return messages.pop() if messages else await receive()

    return received
