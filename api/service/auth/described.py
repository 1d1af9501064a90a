"""What the OpenAPI document says of who may ask: by token or session, with which scope."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from api.service.auth.sessions import PLAIN
from api.service.auth.who import Admitted, Allowed

SCHEMES: Final = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "a token of `paipu token`, or of the provider that is set; for programs",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": PLAIN,
        "description": "a session of `open_session`; `__Host-paipu` over TLS; for browsers",
    },
}


def allowed_in(dependant: Dependant) -> Iterator[Allowed]:
    """Yield whom an operation lets pass."""
    for one in dependant.dependencies:
        if isinstance(one.call, Allowed):
            yield one.call
        yield from allowed_in(one)


def scopes_of(route: APIRoute) -> list[str]:
    """Return the scopes that an operation may need, by who asks; none for one without a caller."""
    return sorted(
        {
            allowed.needed(method, role).value
            for allowed in allowed_in(route.dependant)
            for role in allowed.roles
            for method in route.methods or ()
        }
    )


def takes_somebody(dependant: Dependant) -> bool:
    """Say whether an operation is for those only who are known."""
    return any(
        isinstance(one.call, Allowed | Admitted) or takes_somebody(one)
        for one in dependant.dependencies
    )


def describe(document: dict[str, Any], routes: list[BaseRoute]) -> None:
    """Add to a document by what its operations are asked."""
    document.setdefault("components", {})["securitySchemes"] = SCHEMES
    for route in routes:
        if isinstance(route, APIRoute) and takes_somebody(route.dependant):
            needed = scopes_of(route)
            for method in route.methods or ():
                operation = document["paths"][route.path][method.lower()]
                operation["security"] = [{name: needed} for name in SCHEMES]
