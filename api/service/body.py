"""Reading the bodies of requests: JSON, and nothing that two readers could read differently."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Coroutine
from json import JSONDecodeError
from typing import Any, Final

from fastapi import WebSocket
from fastapi.exceptions import (
    RequestValidationError,
    ValidationException,
    WebSocketRequestValidationError,
)
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from api.service.faults import fault_said
from api.service.problems import (
    BAD_REQUEST,
    TOO_LARGE,
    TOO_SLOW,
    UNPROCESSABLE,
    UNSUPPORTED,
    ProblemError,
)
from api.service.queries import faults_in_query, names_in_query
from domain.house.labels import LONGEST
from domain.kernel.text import Text, text, text_of, word

MOST_BYTES: Final = 64 * 1024
"""Bytes of a body."""
BODY_SECONDS: Final = 20
"""How long a body may take to come."""
MOST_BRACKETS: Final = 500
"""Brackets in a body; no form has a dozen. How deep a parser can go is not everywhere the same."""
LONGEST_NUMBER: Final = 20
"""Signs of a number: every amount fits, and none takes long to read."""
MOST_FAULTS: Final = 10
"""Faults of a form that are told."""
KEY_HEADER: Final = "Idempotency-Key"

UNTOLD: Final = "…"
"""Stands for what was sent and is not told back: it could be a secret in the wrong place."""
_FIELD: Final = re.compile(r"[$.a-z_]{1,40}")
_QUOTED: Final = re.compile(r"(['`])(.*?)\1")

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRequest(Request):
    """A request whose body is read strictly, and only as far as a body goes."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body in pieces. Raises `ProblemError` once it is too large."""
        size = 0
        async for piece in super().stream():
            size += len(piece)
            if size > MOST_BYTES:
                detail = text("a body has at most {most} bytes", most=MOST_BYTES)
                raise ProblemError(TOO_LARGE, "too_large", detail, params={"most": MOST_BYTES})
            yield piece

    async def body(self) -> bytes:
        """Return the body. Raises `ProblemError` if it is too large, or does not come in time."""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                return await super().body()
        except TimeoutError:
            detail = text("a body comes within {seconds} seconds", seconds=BODY_SECONDS)
            raise ProblemError(TOO_SLOW, "too_slow", detail) from None

    async def json(self) -> Any:  # noqa: ANN401 -- any JSON
        """Return the body. Raises `ProblemError`."""
        return read_json(await self.body())


class StrictRoute(APIRoute):
    """A route whose bodies and queries are read strictly."""

    def get_route_handler(self) -> Handler:
        """Return the handler of a request."""
        handle = super().get_route_handler()
        names = names_in_query(self.dependant)

        async def strictly(request: Request) -> Response:
            require_known(request, names)
            strict = StrictRequest(request.scope, request.receive)
            if self.body_field is not None and not is_json(request):
                detail = text("the body must be application/json")
                raise ProblemError(UNSUPPORTED, "not_json", detail)
            if self.body_field is None and request.method != "GET":
                await _require_nothing(strict)
            return await handle(strict)

        return strictly


def require_known(asked: HTTPConnection, names: frozenset[str]) -> None:
    """Refuse a query that names something else, or something twice. Raises `ProblemError`."""
    if asked.scope["query_string"] and (found := faults_in_query(asked, names)):
        faults = [
            {"where": f"query.{_place(name)}", "what": kind, "told": str(told)}
            for name, kind, told in found[:MOST_FAULTS]
        ]
        raise _of_form(faults, found[0][2])


def _of_form(faults: list[dict[str, str]], told: str) -> ProblemError:
    """Return the problem of a form; what is `told` of its first fault may be a text."""
    detail = text("{where}: {told}", where=faults[0]["where"], told=told)
    return ProblemError(UNPROCESSABLE, "bad_form", detail, params={"faults": faults})


async def _require_nothing(request: StrictRequest) -> None:
    """Refuse a body where there is no form for one; an empty object says nothing either."""
    content = await request.body()
    if content and read_json(content) != {}:
        fault = {"where": "body", "what": "extra_forbidden", "told": "Input should be empty"}
        raise _of_form([fault], word(fault["told"]))


def is_json(request: Request) -> bool:
    """Say whether a request says that its body is JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0]
    return kind.strip().lower() == "application/json"


def read_json(body: bytes) -> Any:  # noqa: ANN401 -- any JSON
    """Return what a JSON text says.

    Raises `ProblemError` for a text that is no UTF-8 or no JSON, names a key twice, nests too
    deep, or has numbers that are no numbers, or longer than any amount.
    """
    if body.count(b"[") + body.count(b"{") > MOST_BRACKETS:
        raise _bad_json(text("it nests too deep"))
    try:
        content = json.loads(
            body.decode(),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_broken,
            parse_constant=_constant,
        )
        if b"\\u" in body:
            json.dumps(content, ensure_ascii=False).encode()  # half a character is no text
    except JSONDecodeError as error:
        raise _bad_json(
            text("{said} at character {position}", said=word(error.msg), position=error.pos)
        ) from None
    except UnicodeError:
        raise _bad_json(text("it is not UTF-8")) from None
    except RecursionError:
        raise _bad_json(text("it nests too deep")) from None
    return content


def _bad_json(reason: Text) -> ProblemError:
    return ProblemError(
        BAD_REQUEST, "bad_json", text("the body is no JSON: {reason}", reason=reason)
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        detail = text("the body names a key twice, and nobody can tell which of them counts")
        raise ProblemError(BAD_REQUEST, "duplicate_key", detail)
    return found


def _whole(number: str) -> int:
    if len(number) > LONGEST_NUMBER:
        raise _bad_json(text("a number has more than {most} signs", most=LONGEST_NUMBER))
    return int(number)


def _broken(number: str) -> float:
    if len(number) > LONGEST_NUMBER:
        raise _bad_json(text("a number has more than {most} signs", most=LONGEST_NUMBER))
    return float(number)


def _constant(constant: str) -> float:
    raise _bad_json(text("{number} is no number", number=constant))


async def on_bad_form(request: Request, error: Exception) -> Response:
    """Answer a request of the wrong form."""
    assert isinstance(error, RequestValidationError)
    return _bad_form(error).response(request)


async def on_bad_opening(socket: WebSocket, error: Exception) -> None:
    """Answer the opening of a socket that has the wrong form."""
    assert isinstance(error, WebSocketRequestValidationError)
    await socket.send_denial_response(_bad_form(error).response(socket))


def _bad_form(error: ValidationException) -> ProblemError:
    told = error.errors()
    if tuple(told[0]["loc"]) == ("header", KEY_HEADER):
        return _no_key() if told[0]["type"] == "missing" else bad_key()
    faults = [_fault(fault) for fault in told[:MOST_FAULTS]]
    return _of_form(faults, fault_said(told[0], faults[0]["told"]))


def _no_key() -> ProblemError:
    detail = text("a command needs an {header} header, new for every new wish", header=KEY_HEADER)
    return ProblemError(BAD_REQUEST, "no_key", detail)


def bad_key() -> ProblemError:
    """Return the problem of an idempotency key that can be none, or is not one."""
    detail = text(
        "one {header} is 1 to {most} visible ASCII characters", header=KEY_HEADER, most=LONGEST
    )
    return ProblemError(BAD_REQUEST, "bad_key", detail)


def _fault(fault: dict[str, Any]) -> dict[str, str]:
    where = ".".join(_place(part) for part in fault["loc"])
    told = str(fault["msg"])
    if fault["type"] == "union_tag_invalid":  # the only text that quotes what was sent
        told = f"Input should be one of {fault['ctx']['expected_tags']}"
    return {"where": where, "what": fault["type"], "told": told}


def _place(part: object) -> str:
    """Return the name of a field, if it can be one: a client may send whatever as a name."""
    name = str(part)
    return name if isinstance(part, int) or _FIELD.fullmatch(name) else UNTOLD


def bad_setting(error: ValueError, rule: str) -> ProblemError:
    """Return the problem of settings that cannot be read, by what the rules' own error says."""
    detail = text("settings: {reason}", reason=_unquoted(text_of(error)))
    return ProblemError(UNPROCESSABLE, "bad_setting", detail, rule=rule)


def _unquoted(said: Text) -> Text:
    """Return a text without what it quotes, but for a name that a field could have."""
    if not said.params:
        return Text(_QUOTED.sub(lambda one: one[0] if _is_field(one[2]) else UNTOLD, said), {})
    return said.of(**{name: _told(value) for name, value in said.params.items()})


def _told(value: object) -> object:
    if isinstance(value, Text):
        return _unquoted(value)
    return UNTOLD if isinstance(value, str) and not _is_field(value) else value


def _is_field(name: str) -> bool:
    return _FIELD.fullmatch(name) is not None
