"""Problems: the one shape (RFC 9457) in which the service says no, whatever the reason.

A refusal of the rules keeps its code, rule and parameters. No problem holds a card, a token or what
stands in the log.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from api.service.current import CURRENT
from api.service.speaking import in_language, language_of
from domain.kernel.refusal import Refusal
from domain.kernel.text import Text, text, text_of, word
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
from replay.messages.language import Language
from replay.messages.say import saying

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
URL_TOO_LONG: Final = 414
UNSUPPORTED: Final = 415
UNPROCESSABLE: Final = 422
TOO_MANY: Final = 429
HEAD_TOO_LARGE: Final = 431
FAILED: Final = 500
UNAVAILABLE: Final = 503

Responses = dict[int | str, dict[str, Any]]
"""What a route documents of its answers, by status."""

TITLES: Final[Mapping[int, str]] = {
    BAD_REQUEST: text("The request cannot be read"),
    UNAUTHENTICATED: text("Nobody is known by this token"),
    FORBIDDEN: text("This is not yours to ask"),
    NOT_FOUND: text("There is no such thing"),
    NO_METHOD: text("The method is not known here"),
    TOO_SLOW: text("The request does not come"),
    CONFLICT: text("Refused"),
    TOO_LARGE: text("The request is too large"),
    URL_TOO_LONG: text("The address is too long"),
    UNSUPPORTED: text("The body must be JSON"),
    UNPROCESSABLE: text("The request has not the right form"),
    TOO_MANY: text("Too much at once"),
    HEAD_TOO_LARGE: text("The head of the request is too large"),
    FAILED: text("A fault of the service"),
    UNAVAILABLE: text("Not now"),
}

NOT_DONE: Final = text("Not done")

_HEADERS: Final[Mapping[int, Mapping[str, str]]] = {
    UNAUTHENTICATED: {"WWW-Authenticate": "`Bearer`"},
    TOO_MANY: {"Retry-After": "seconds after which there is room again"},
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
    request: Annotated[
        str | None, Field(description="the id of the request, as in the answer's head")
    ]


class ProblemError(HTTPException):
    """The request ends with a problem."""

    def __init__(  # noqa: PLR0913 -- the members of a problem
        self,
        status: int,
        code: str,
        detail: Text,
        *,
        rule: str | None = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self._said = detail
        self.problem = Problem(
            type=TYPE + code,
            title=str(TITLES.get(status, NOT_DONE)),
            status=status,
            code=code,
            rule=rule,
            detail=str(detail),
            params=dict(params or {}),
            request=None,
        )

    def response(self, asked: HTTPConnection) -> Response:
        """Return the answer that tells it, and note for the log which it was.

        It is in the language that is asked for.
        """
        problem, current, language = self.problem, CURRENT.get(), language_of(asked)
        if current is not None:
            current.code = problem.code
            problem = problem.model_copy(update={"request": current.id})
        if language is not Language.EN:
            say = saying(language)
            title = say(TITLES.get(self.status_code, NOT_DONE))
            problem = problem.model_copy(update={"title": title, "detail": say(self._said)})
        return Response(
            problem.model_dump_json(),
            self.status_code,
            headers={**(self.headers or {}), **in_language(language)},
            media_type=MEDIA_TYPE,
        )


def refused(refusal: Refusal) -> ProblemError:
    """Return the problem of a refusal, with the refusal's own code, rule and parameters."""
    return ProblemError(
        STATUS_OF_REFUSALS.get(refusal.code, CONFLICT),
        refusal.code,
        refusal.said(),
        rule=refusal.rule,
        params=refusal.params(),
    )


def failed(error: LogError | ViewsError) -> ProblemError:
    """Return the problem of a failure of the log or the views; their texts hold nothing stored."""
    if isinstance(error, CommandReusedError):
        return ProblemError(UNPROCESSABLE, error.code, text_of(error))
    if isinstance(error, _NOW_IMPOSSIBLE):
        return not_now(error.code, text_of(error) or text("the database cannot be used now"))
    if isinstance(error, NoCheckpointError):
        return ProblemError(NOT_FOUND, error.code, text_of(error))
    if isinstance(error, DataKeyError):
        return ProblemError(CONFLICT, error.code, text("the cards of this round cannot be opened"))
    return ProblemError(
        FAILED, error.code, text("what is stored cannot be used; the operator is told")
    )


def not_now(code: str, detail: Text) -> ProblemError:
    """Return the problem of what may be done soon, if it is sent again."""
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return ProblemError(UNAVAILABLE, code, detail, headers=headers)


def unknown(code: str, detail: Text) -> ProblemError:
    """Return the problem of somebody who is not known."""
    return ProblemError(UNAUTHENTICATED, code, detail, headers={"WWW-Authenticate": "Bearer"})


def no_such(what: str) -> ProblemError:
    """Return the problem of a thing that is not there, such as a round."""
    return ProblemError(NOT_FOUND, f"no_such_{what}", word(f"there is no such {what}"))


async def on_problem(request: Request, error: Exception) -> Response:
    """Answer with a problem; what the framework itself refuses gets the same shape."""
    if isinstance(error, ProblemError):
        return error.response(request)
    assert isinstance(error, HTTPException)
    code = OF_FRAMEWORK.get(error.status_code, OF_FRAMEWORK[BAD_REQUEST])
    detail = word(str(error.detail))
    problem = ProblemError(error.status_code, code, detail, headers=error.headers)
    return problem.response(request)


def answers(*statuses: int) -> Responses:
    """Return what a route documents of its problems, every route's own among them."""
    usual = (UNAUTHENTICATED, FORBIDDEN, UNPROCESSABLE, TOO_MANY)
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
