"""Who asks: the actor and its role, out of a bearer token (a JWT, RFC 7519) and nothing else."""

import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

import jwt
from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from api.roles import Caller, Role
from api.service.problems import FORBIDDEN, UNAUTHENTICATED, ProblemError
from domain.house.labels import is_name

ALGORITHM: Final = "HS256"
AUDIENCE: Final = "paipu"
LEEWAY_SECONDS: Final = 10
"""How far clocks of several machines may be apart."""
KNOWN: Final = 4096
"""Tokens that were found good and need not be proven again, only looked at for their end."""


class Tokens:
    """Makes tokens with the first of some secrets, and reads those made with any of them."""

    def __init__(self, secrets_by_id: Mapping[str, bytes]) -> None:
        self._secrets = dict(secrets_by_id)
        self._known: dict[str, tuple[Caller, int]] = {}

    def __repr__(self) -> str:
        """Return the ids of the secrets."""
        return f"Tokens({', '.join(self._secrets)})"

    def make(self, caller: Caller, lasting: timedelta, now: datetime) -> str:
        """Return a token for somebody."""
        claims = {
            "sub": caller.name,
            "role": caller.role.value,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lasting,
            "jti": secrets.token_urlsafe(9),
        }
        key, secret = next(iter(self._secrets.items()))
        return jwt.encode(claims, secret, ALGORITHM, headers={"kid": key})

    def read(self, token: str) -> Caller:
        """Return whose token it is. Raises `ProblemError` and tells nothing of the token."""
        return self.read_until(token)[0]

    def read_until(self, token: str) -> tuple[Caller, int]:
        """Return whose token it is, and its end, Unix time in seconds. Raises `ProblemError`."""
        known = self._known.get(token)
        if known is not None and time.time() < known[1]:
            return known
        claims = self._claims(token)
        found = _caller(claims), int(claims["exp"])
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[token] = found
        return found

    def _claims(self, token: str) -> dict[str, Any]:
        """Return what a good token says."""
        try:
            secret = self._secrets[jwt.get_unverified_header(token).get("kid", "")]
            claims: dict[str, Any] = jwt.decode(
                token,
                secret,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "sub", "aud"]},
            )
        except jwt.ExpiredSignatureError:
            raise _unknown("token_expired", "the token has expired") from None
        except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
            raise _unknown("bad_token", "the token is none of this house") from None
        return claims


def _caller(claims: dict[str, Any]) -> Caller:
    name, role = claims["sub"], claims.get("role")
    if not isinstance(name, str) or not is_name(name) or role not in tuple(Role):
        raise _unknown("bad_token", "the token names no actor or no role")
    return Caller(name, Role(role))


def _unknown(code: str, detail: str) -> ProblemError:
    return ProblemError(UNAUTHENTICATED, code, detail, headers={"WWW-Authenticate": "Bearer"})


def now() -> datetime:
    """Return the time at which tokens are made."""
    return datetime.now(UTC)


_bearer: Final = HTTPBearer(auto_error=False, description="a token of `paipu token`")


def bearer_of(connection: HTTPConnection) -> str:
    """Return the token of a request or a socket. Raises `ProblemError`."""
    # Of two headers, a proxy in front and this might each believe another.
    named = connection.headers.getlist("authorization")
    scheme, _, token = named[0].partition(" ") if len(named) == 1 else ("", "", "")
    if scheme.lower() != "bearer" or not token.strip():
        raise _unknown("no_token", "one Authorization header with a bearer token is needed")
    return token.strip()


async def caller(
    connection: HTTPConnection,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Caller:
    """Return who asks. Raises `ProblemError`."""
    tokens: Tokens = connection.app.state.tokens
    return tokens.read(bearer_of(connection))


class Allowed:
    """Lets those of some roles pass."""

    def __init__(self, *roles: Role) -> None:
        self.roles = frozenset(roles)

    async def __call__(self, who: Annotated[Caller, Depends(caller)]) -> Caller:
        """Return who asks. Raises `ProblemError`."""
        if who.role not in self.roles:
            detail = f"this is for {', '.join(sorted(self.roles))}"
            raise ProblemError(FORBIDDEN, "wrong_role", detail, params={"role": who.role.value})
        return who


Anybody = Annotated[Caller, Depends(caller)]
Player = Annotated[Caller, Depends(Allowed(Role.PLAYER))]
Office = Annotated[Caller, Depends(Allowed(Role.OPERATOR, Role.SUPERVISOR))]
Staff = Annotated[Caller, Depends(Allowed(Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR))]
Audit = Annotated[Caller, Depends(Allowed(Role.AUDITOR, Role.SUPERVISOR))]
