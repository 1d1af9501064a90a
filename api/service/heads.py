"""Heads of requests, with their bounds, and of answers, with what keeps browsers safe."""

import re
from collections.abc import Iterable
from os import urandom
from typing import Final, NamedTuple

from starlette.types import Scope

from api.service.problems import HEAD_TOO_LARGE, URL_TOO_LONG, ProblemError
from domain.kernel.text import text

MOST_URL: Final = 4096
"""Bytes of path and query together, as they were sent."""
MOST_HEADERS: Final = 64
MOST_HEAD_BYTES: Final = 16 * 1024
REQUEST_ID: Final = b"x-request-id"
_GOOD_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
DOCS: Final = "/docs"
FILES: Final = "/docs/files/"

Headers = list[tuple[bytes, bytes]]
_NOTHING: Final = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_OF_DOCS: Final = (
    b"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    b"img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    b"form-action 'none'"
)
"""The page of the documentation has a script of its own in it, and nothing of anybody's."""
ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""Said by the server itself with whatever it answers, so that a bare 400 has them too."""
_TLS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")
_NOT_KEPT: Final = (b"cache-control", b"no-store")
_STREAM: Final = b"text/event-stream"


class Head(NamedTuple):
    """What the service looks at in the head of a request before anything else."""

    request_id: str
    problem: ProblemError | None


def read_head(scope: Scope) -> Head:
    """Return the id of a request, its own if that is well formed, and what is too large in it."""
    size, given = 0, b""
    for name, value in scope["headers"]:
        size += len(name) + len(value)
        if name == REQUEST_ID:
            given = value
    request_id = given.decode() if _GOOD_ID.fullmatch(given) else urandom(8).hex()
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_URL:
        detail = text("path and query have at most {most} bytes", most=MOST_URL)
        params = {"most": MOST_URL}
        return Head(request_id, ProblemError(URL_TOO_LONG, "url_too_long", detail, params=params))
    if size > MOST_HEAD_BYTES or len(scope["headers"]) > MOST_HEADERS:
        detail = text(
            "a head has at most {lines} lines and {bytes} bytes",
            lines=MOST_HEADERS,
            bytes=MOST_HEAD_BYTES,
        )
        params = {"lines": MOST_HEADERS, "bytes": MOST_HEAD_BYTES}
        problem = ProblemError(HEAD_TOO_LARGE, "head_too_large", detail, params=params)
        return Head(request_id, problem)
    return Head(request_id, None)


def safe_headers(path: str, *, tls: bool) -> Headers:
    """Return what an answer to a path says to browsers, besides `ALWAYS`."""
    policy = _OF_DOCS if path.startswith(DOCS) else _NOTHING
    found = [(b"content-security-policy", policy)]
    if not path.startswith(FILES):
        found.append(_NOT_KEPT)
    if tls:
        found.append(_TLS_ONLY)
    return found


def is_stream(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Say whether an answer goes on and on, by its headers."""
    return any(name == b"content-type" and value.startswith(_STREAM) for name, value in headers)
