"""From which pages a browser may ask: the service's own, or those of the setting."""

from typing import Final

from starlette.requests import HTTPConnection

from api.service.auth.rights import LOOKS
from api.service.problems import FORBIDDEN, ProblemError
from domain.kernel.text import text

OWN: Final = frozenset(("same-origin", "none"))
"""`Sec-Fetch-Site` of a request of the service's own page, or of the person, who typed it in."""
_TLS: Final = frozenset(("https", "wss"))


class Origins:
    """Judges by `Origin` and `Sec-Fetch-Site`, which no page can set, whose request it is.

    A program sends neither, so that they are asked of a session only; what is sent must be right
    whoever asks. `allowed` are origins such as `https://play.example`; without any the own one is.
    """

    def __init__(self, allowed: frozenset[str] = frozenset(), *, tls: bool = False) -> None:
        self._allowed = allowed
        self._tls = tls

    def require(self, connection: HTTPConnection, *, of_session: bool) -> None:
        """Raise `ProblemError` for a request or a handshake of another page."""
        named = connection.headers.getlist("origin")
        if len(named) > 1 or (named and not self._is_allowed(connection, named[0])):
            raise _foreign()
        if named or not of_session:
            return
        site = connection.headers.get("sec-fetch-site")
        # A browser names the page at every command and handshake; looking, only to another site.
        looks = connection.scope["type"] == "http" and connection.scope["method"] in LOOKS
        if not looks or site not in {None, *OWN}:
            raise _foreign()

    def _is_allowed(self, connection: HTTPConnection, origin: str) -> bool:
        if self._allowed:
            return origin in self._allowed
        scheme = "https" if self._tls or connection.scope["scheme"] in _TLS else "http"
        return origin == f"{scheme}://{connection.headers.get('host', '')}"


def _foreign() -> ProblemError:
    detail = text("this is not asked by a page of the house")
    return ProblemError(FORBIDDEN, "foreign_origin", detail)
