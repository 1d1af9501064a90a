"""Problems: the one shape (RFC 9457) in which the service says no, whatever the reason.

A refusal of the rules keeps its code, rule and parameters. No problem holds a card, a token or what
stands in the log.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from domain.kernel.refusal import Refusal
from domain.log.errors import (
    CommandReusedError,
    ConflictError,
    DataKeyError,
    KeysMissingError,
    LogError,
    LogUnavailableError,
    NoCheckpointError,
)
from projections.store.errors import ViewsError

MEDIA_TYPE: Final = "application/problem+json"
TYPE: Final = "urn:paipu:problem:"
RETRY_SECONDS: Final = 1

BAD_REQUEST: Final = 400
UNAUTHENTICATED: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
NO_METHOD: Final = 405
TOO_SLOW: Final = 408
CONFLICT: Final = 409
TOO_LARGE: Final = 413
UNSUPPORTED: Final = 415
UNPROCESSABLE: Final = 422
FAILED: Final = 500
UNAVAILABLE: Final = 503

Responses = dict[int | str, dict[str, Any]]
"""What a route documents of its answers, by status."""

TITLES: Final[Mapping[int, str]] = {
    BAD_REQUEST: "The request cannot be read",
    UNAUTHENTICATED: "Nobody is known by this token",
    FORBIDDEN: "This is not yours to ask",
    NOT_FOUND: "There is no such thing",
    NO_METHOD: "The method is not known here",
    TOO_SLOW: "The request does not come",
    CONFLICT: "Refused",
    TOO_LARGE: "The request is too large",
    UNSUPPORTED: "The body must be JSON",
    UNPROCESSABLE: "The request has not the right form",
    FAILED: "A fault of the service",
    UNAVAILABLE: "Not now",
}

_HEADERS: Final[Mapping[int, Mapping[str, str]]] = {
    UNAUTHENTICATED: {"WWW-Authenticate": "`Bearer`"},
    UNAVAILABLE: {"Retry-After": "seconds after which to send the same again, with the same key"},
}

# Refusals that are no matter of the game: everything else is a conflict with how things stand.
STATUS_OF_REFUSALS: Final[Mapping[str, int]] = {
    "no_such_player": NOT_FOUND,
    "no_such_table": NOT_FOUND,
    "no_such_match": NOT_FOUND,
    "no_such_game": NOT_FOUND,
    "no_such_round": NOT_FOUND,
    "no_such_dispute": NOT_FOUND,
    "no_such_adjustment": NOT_FOUND,
    "round_not_open": NOT_FOUND,
    "not_dealt_in": FORBIDDEN,
    "not_granted": FORBIDDEN,
    "grant_over": FORBIDDEN,
    "same_person": FORBIDDEN,
    "involved": FORBIDDEN,
    "wrong_origin": FORBIDDEN,
    "only_follows": FORBIDDEN,
}
OF_FRAMEWORK: Final[Mapping[int, str]] = {
    BAD_REQUEST: "bad_request",
    NOT_FOUND: "no_such_page",
    NO_METHOD: "method_not_allowed",
}
"""What the framework itself refuses, by status."""
_NOW_IMPOSSIBLE: Final = (LogUnavailableError, ConflictError, KeysMissingError, ViewsError)


class Problem(BaseModel):
    """Why a request was not done; nothing has changed. `code` is stable, `detail` a sentence."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    type: Annotated[str, Field(description="`urn:paipu:problem:` and the code")]
    title: Annotated[str, Field(description="what kind of problem it is, the same for one status")]
    status: int
    code: Annotated[str, Field(description="stable, snake_case, see docs/refusals.md")]
    rule: Annotated[str | None, Field(description="the clause of the rules that refuses")]
    detail: Annotated[str, Field(description="a sentence for people")]
    params: Annotated[dict[str, Any], Field(description="what the sentence speaks of, by name")]


class ProblemError(HTTPException):
    """The request ends with a problem."""

    def __init__(  # noqa: PLR0913 -- the members of a problem
        self,
        status: int,
        code: str,
        detail: str,
        *,
        rule: str | None = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.problem = Problem(
            type=TYPE + code,
            title=TITLES.get(status, "Not done"),
            status=status,
            code=code,
            rule=rule,
            detail=detail,
            params=dict(params or {}),
        )

    def response(self) -> Response:
        """Return the answer that tells it."""
        return Response(
            self.problem.model_dump_json(),
            self.status_code,
            headers=self.headers,
            media_type=MEDIA_TYPE,
        )


def refused(refusal: Refusal) -> ProblemError:
    """Return the problem of a refusal, with the refusal's own code, rule and parameters."""
    return ProblemError(
        STATUS_OF_REFUSALS.get(refusal.code, CONFLICT),
        refusal.code,
        refusal.text.format(**refusal.params()),
        rule=refusal.rule,
        params=refusal.params(),
    )


def failed(error: LogError | ViewsError) -> ProblemError:
    """Return the problem of a failure of the log or the views; their texts hold nothing stored."""
    if isinstance(error, CommandReusedError):
        return ProblemError(UNPROCESSABLE, error.code, str(error))
    if isinstance(error, _NOW_IMPOSSIBLE):
        detail = str(error) or "the database cannot be used now"
        headers = {"Retry-After": str(RETRY_SECONDS)}
        return ProblemError(UNAVAILABLE, error.code, detail, headers=headers)
    if isinstance(error, NoCheckpointError):
        return ProblemError(NOT_FOUND, error.code, str(error))
    if isinstance(error, DataKeyError):
        return ProblemError(CONFLICT, error.code, "the cards of this round cannot be opened")
    return ProblemError(FAILED, error.code, "what is stored cannot be used; the operator is told")


def no_such(what: str) -> ProblemError:
    """Return the problem of a thing that is not there, such as a round."""
    return ProblemError(NOT_FOUND, f"no_such_{what}", f"there is no such {what}")


async def on_problem(_: Request, error: Exception) -> Response:
    """Answer with a problem; what the framework itself refuses gets the same shape."""
    if isinstance(error, ProblemError):
        return error.response()
    assert isinstance(error, HTTPException)
    code = OF_FRAMEWORK.get(error.status_code, OF_FRAMEWORK[BAD_REQUEST])
    problem = ProblemError(error.status_code, code, str(error.detail), headers=error.headers)
    return problem.response()


def answers(*statuses: int) -> Responses:
    """Return what a route documents of its problems, every route's own among them."""
    usual = (UNAUTHENTICATED, FORBIDDEN, UNPROCESSABLE)
    return {**{status: _answer(status) for status in sorted({*usual, *statuses})}, **failures()}


def failures() -> Responses:
    """Return what a route documents of problems that are no fault of the client."""
    return {status: _answer(status) for status in (FAILED, UNAVAILABLE)}


def _answer(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    headers = {
        name: {"description": meaning, "required": True, "schema": {"type": "string"}}
        for name, meaning in _HEADERS.get(status, {}).items()
    }
    told = {"description": TITLES[status], "content": {MEDIA_TYPE: {"schema": schema}}}
    return {**told, "headers": headers} if headers else told
