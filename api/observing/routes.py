"""The route that a request has found, as it may be told: its template, never its path."""

from typing import Final

from starlette.types import Scope

ELSEWHERE: Final = "other"
"""The route of what no route is for, and its method, which a client makes up."""


def route_of(scope: Scope) -> tuple[str, str]:
    """Return route and method of a request that was served, such as `/v1/tables/{table}`, `GET`.

    A socket has no method: it is `GET` as well.
    """
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        return ELSEWHERE, ELSEWHERE
    return path, scope.get("method", "GET")
