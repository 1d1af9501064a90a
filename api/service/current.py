"""The request or handshake that is being answered, for whatever has to tell or to add something."""

from contextvars import ContextVar
from typing import Final

from api.service.known import Known


class Asked:
    """One request: its id, the address group that it comes from, and what became known of it."""

    __slots__ = ("address", "code", "cookie", "id", "known")

    def __init__(self, request_id: str, address: str) -> None:
        self.id = request_id
        self.address = address
        self.code: str | None = None
        """The code of the problem that it was answered with."""
        self.known: Known | None = None
        self.cookie: str | None = None
        """A `Set-Cookie` that goes with the answer."""


CURRENT: Final[ContextVar[Asked | None]] = ContextVar("asked", default=None)
