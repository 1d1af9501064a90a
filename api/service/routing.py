"""How a route is added: its tag and name, the form of its answer, and how it may fail."""

from collections.abc import Awaitable, Callable
from inspect import getdoc
from typing import Any, Final

from fastapi import APIRouter

from api.service.answers import (
    ReceiptAnswer,
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
)
from api.service.recalling import RecallAnswer
from api.service.report import MatchReport, Report

READ: Final = answers(NOT_FOUND)
READ_WITH_KEYS: Final = answers(NOT_FOUND, CONFLICT)
READ_OF_ONE_GAME: Final = answers(NOT_FOUND, CONFLICT)
ASK: Final = answers(BAD_REQUEST, NOT_FOUND, TOO_SLOW, CONFLICT, TOO_LARGE, UNSUPPORTED)


def report(form: type[Report | MatchReport | RecallAnswer]) -> Responses:
    """Return what a route documents that tells a report, in JSON or in words."""
    words = {"text/plain": {"schema": {"type": "string"}}}
    told = {"description": "the report, or the same in words", "model": form, "content": words}
    return {200: told, **READ}


Handler = Callable[..., Awaitable[Any]]
Form = Any
"""The form of an answer, or of one of several."""
Named = tuple[str, str]
"""The tag of an operation and its own name, which clients that are generated call it by."""

router = APIRouter(prefix="/v1", route_class=StrictRoute)


def add(
    route: str,
    named: Named,
    handler: Handler,
    *,
    answer: Form,
    responses: Responses,
) -> None:
    """Add a route by method and path, such as `GET /me`."""
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


def get(  # noqa: PLR0913 -- what a route is
    path: str,
    tag: str,
    name: str,
    handler: Handler,
    answer: Form,
    *,
    responses: Responses = READ,
) -> None:
    """Add a route that only looks."""
    add(f"GET {path}", (tag, name), handler, answer=answer, responses=responses)


def post(
    path: str,
    tag: str,
    name: str,
    handler: Handler,
    answer: Form = ReceiptAnswer,
) -> None:
    """Add a route that asks a command."""
    add(f"POST {path}", (tag, name), handler, answer=answer, responses=ASK)
