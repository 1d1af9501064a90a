"""Sessions of browsers (H13.3): a cookie that this house has signed, and nothing kept beside it.

It says what the token said by which it was opened, and by which key that was proven, and when it
was made. A session that is used gets a new cookie, so that every process sees by that alone how
long it idles.
"""

import hmac
import secrets
import time
from typing import Any, Final, NamedTuple

from api.service.auth.reading import Remembered, known_by, moment, role_of, scopes_of
from api.service.auth.tokens import KNOWN, Tokens
from api.service.known import LEEWAY_SECONDS, Known
from api.service.problems import unknown
from domain.kernel.text import text

AUDIENCE: Final = "paipu-session"
"""Neither is a token taken for a session, nor a session for a token."""
OVER_TLS: Final = "__Host-paipu"
PLAIN: Final = "paipu"


class Manner(NamedTuple):
    """How sessions are kept: whether clients come over TLS, and how long one may idle."""

    tls: bool = False
    idle_seconds: int = 30 * 60

    @property
    def cookie(self) -> str:
        """The name of the cookie."""
        return OVER_TLS if self.tls else PLAIN


class Sessions:
    """Opens sessions, reads their cookies, and makes these anew."""

    def __init__(self, tokens: Tokens, manner: Manner) -> None:
        self.manner = manner
        self._tokens = tokens
        self.remembered = Remembered(KNOWN)

    def opened(self, by: Known) -> Known:
        """Return the session that a token opens. Raises `ProblemError`: H13.4.

        Whoever opens one has logged in lately, so that a session which ended by idling is not
        opened again by a token that the browser has kept.
        """
        now = int(time.time())
        if now - by.proven > self.manner.idle_seconds + LEEWAY_SECONDS:
            raise unknown("stale_token", text("log in anew: a session is opened by a new token"))
        return by._replace(session=secrets.token_urlsafe(16), seen=now)

    def known(self, cookie: str) -> Known:
        """Return whose session it is, unless it is over (H13.4, H13.5). Raises `ProblemError`."""
        found = self.remembered.get(cookie) or self.remembered.prove(cookie, self._proven)
        if not self._tokens.knows(found):
            raise unknown("session_over", text("the session is over; log in anew"))
        if int(time.time()) - found.seen > self.manner.idle_seconds:
            raise unknown("session_idle", text("the session has idled too long; log in anew"))
        return found

    def _proven(self, cookie: str) -> Known:
        claims = self._tokens.verified(cookie, AUDIENCE)
        scopes = scopes_of(claims.get("scope"), strict=True)
        found = known_by(claims, role_of(claims.get("role")), scopes, str(claims.get("key")))
        return found._replace(session=str(claims.get("sid")), seen=moment(claims, "seen"))

    def cookie_of(self, known: Known) -> str:
        """Return the `Set-Cookie` of a session, made now."""
        who = known.who
        claims: dict[str, Any] = {
            "sub": who.name,
            "role": who.role.value,
            "iat": known.issued,
            "exp": known.until,
            "auth_time": known.proven,
            "sid": known.session,
            "seen": int(time.time()),
            "key": known.key,
        }
        if who.scopes is not None:
            claims["scope"] = " ".join(sorted(who.scopes))
        lasting = max(known.until - int(time.time()), 0)
        return self._set(self._tokens.signed(claims, AUDIENCE), lasting)

    def gone(self) -> str:
        """Return the `Set-Cookie` by which a browser forgets its session."""
        return self._set("", 0)

    def _set(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.manner.tls else ""
        named = f"{self.manner.cookie}={value}; Max-Age={seconds}; Path=/"
        return f"{named}; HttpOnly; SameSite=Strict{secure}"

    def is_old(self, known: Known) -> bool:
        """Say whether the cookie of a session that is used is to be made anew.

        It is in every second of use, so that idling is counted from the last use to the second.
        """
        return int(time.time()) > known.seen

    def proof(self, known: Known) -> str:
        """Return what a page sends with every command, to prove that it can read our answers."""
        return self._tokens.mark(f"csrf {known.session}")

    def is_proof(self, known: Known, told: str) -> bool:
        """Say whether a page has sent it."""
        return any(
            hmac.compare_digest(one.encode(), told.encode(errors="replace"))
            for one in self._tokens.marks(f"csrf {known.session}")
        )
