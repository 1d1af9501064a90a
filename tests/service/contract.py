"""The operations of the service, as its OpenAPI document has them."""

from typing import Any, Final, NamedTuple, NoReturn

from api.service.app import service
from api.service.auth import Tokens

KEY: Final = "Idempotency-Key"


class Operation(NamedTuple):
    """One method of one path."""

    name: str
    method: str
    path: str
    keyed: bool
    bodied: bool

    def at(self, names: dict[str, str]) -> str:
        """Return the path, from the version on, with names filled in."""
        return self.path.removeprefix("/v1").format(**names)


def document() -> dict[str, Any]:
    """Return the document, which hangs on no house."""

    def nothing(_: object) -> NoReturn:
        message = "the document was asked for a house"
        raise AssertionError(message)

    return service(nothing, Tokens({})).openapi()


def _operations() -> list[Operation]:
    return [
        Operation(
            name=found["operationId"],
            method=method.upper(),
            path=path,
            keyed=any(one["name"] == KEY for one in found.get("parameters", ())),
            bodied="requestBody" in found,
        )
        for path, methods in document()["paths"].items()
        for method, found in methods.items()
    ]


OPERATIONS: Final = {one.name: one for one in _operations()}
COMMANDS: Final = [one for one in OPERATIONS.values() if one.keyed]
