"""Tokens of programs: a JWT (RFC 7519) of this house's own secrets, or of a provider outside."""

import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol

import jwt

from api.roles import Caller
from api.service.auth.jwks import JwksHealth
from api.service.auth.reading import (
    Remembered,
    bad_token,
    expired,
    known_by,
    role_of,
    scopes_of,
)
from api.service.known import LEEWAY_SECONDS, Known

ALGORITHM: Final = "HS256"
AUDIENCE: Final = "paipu"
KNOWN: Final = 4096
"""Tokens that are remembered."""
LONGEST: Final = 8192
"""Characters of a token."""
REQUIRED: Final = ("exp", "iat", "sub", "aud")


class Outside(Protocol):
    """Reads the tokens of a provider outside."""

    def known(self, token: str, header: Mapping[str, Any]) -> Known:
        """Return who is known by a token that the provider has signed. Raises `ProblemError`."""

    def knows(self, key: str) -> bool:
        """Say whether a key, by its mark, is one of the provider's now."""

    @property
    def health(self) -> JwksHealth:
        """How its keys do."""

    def require(self) -> None:
        """Raise a `LogError` if the provider's keys are set wrongly."""

    def reading(self, changed: Callable[[], None]) -> AbstractContextManager[None]:
        """Keep the provider's keys fresh; `changed` is called when one is new or gone."""


class Tokens:
    """Makes tokens with the first of some secrets, and reads those made with any of them.

    A token of another algorithm is read by `outside` alone, so that neither kind of key is ever
    taken for one of the other.
    """

    def __init__(self, secrets_by_id: Mapping[str, bytes], outside: Outside | None = None) -> None:
        self._secrets = dict(secrets_by_id)
        self._outside = outside
        self._keys = dict(zip(self._secrets, self.marks("key"), strict=True))
        self.remembered = Remembered(KNOWN)

    def __repr__(self) -> str:
        """Return the ids of the secrets."""
        return f"Tokens({', '.join(self._secrets)})"

    @property
    def health(self) -> JwksHealth:
        """How the keys of the provider outside do, in a word."""
        return "absent" if self._outside is None else self._outside.health

    def require(self) -> None:
        """Raise a `LogError` if the keys of the provider outside are set wrongly."""
        if self._outside is not None:
            self._outside.require()

    def reading(self, changed: Callable[[], None] = lambda: None) -> AbstractContextManager[None]:
        """Keep the keys of the provider outside fresh, if there is one, see `Outside.reading`."""
        return nullcontext() if self._outside is None else self._outside.reading(changed)

    def knows(self, known: Known) -> bool:
        """Say whether the key by which somebody is known still counts (H13.5)."""
        return known.key in self._keys.values() or (
            self._outside is not None and self._outside.knows(known.key)
        )

    def make(self, caller: Caller, lasting: timedelta, now: datetime) -> str:
        """Return a token for somebody."""
        claims = {
            "sub": caller.name,
            "role": caller.role.value,
            "iat": now,
            "exp": now + lasting,
            "jti": secrets.token_urlsafe(9),
        }
        if caller.scopes is not None:
            claims["scope"] = " ".join(sorted(caller.scopes))
        return self.signed(claims, AUDIENCE)

    def signed(self, claims: Mapping[str, Any], audience: str) -> str:
        """Return claims for an audience, signed with the first secret."""
        key, secret = next(iter(self._secrets.items()))
        return jwt.encode({**claims, "aud": audience}, secret, ALGORITHM, headers={"kid": key})

    def read(self, token: str) -> Caller:
        """Return whose token it is. Raises `ProblemError` and tells nothing of the token."""
        return self.known(token).who

    def known(self, token: str) -> Known:
        """Return the same with its times. Raises `ProblemError`."""
        found = self.remembered.get(token)
        if found is None or not self.knows(found):
            return self.remembered.prove(token, self._proven)
        return found

    def _proven(self, token: str) -> Known:
        header = header_of(token)
        if header.get("alg") != ALGORITHM:
            if self._outside is None:
                raise bad_token()
            return self._outside.known(token, header)
        claims = self.verified(token, AUDIENCE)
        scopes = scopes_of(claims.get("scope"), strict=True)
        return known_by(claims, role_of(claims.get("role")), scopes, self._keys[header["kid"]])

    def verified(self, token: str, audience: str) -> dict[str, Any]:
        """Return what a text says that one of the secrets has signed. Raises `ProblemError`."""
        kid = header_of(token).get("kid")
        secret = self._secrets.get(kid) if isinstance(kid, str) else None
        if secret is None:
            raise bad_token()
        return decoded(token, secret, ALGORITHM, audience)

    def mark(self, text: str) -> str:
        """Return a text's mark, which only who has the first secret can make."""
        return next(self.marks(text))

    def marks(self, text: str) -> Iterator[str]:
        """Yield the marks of a text by all secrets, so that one made before a rotation is known."""
        for secret in self._secrets.values():
            yield hmac.digest(secret, f"paipu mark {text}".encode(), "sha256").hex()


def header_of(token: str) -> dict[str, Any]:
    """Return the header of a token, of which nothing is proven yet. Raises `ProblemError`."""
    if len(token) > LONGEST:
        raise bad_token()
    try:
        header: dict[str, Any] = jwt.get_unverified_header(token)
    except (jwt.InvalidTokenError, TypeError, ValueError, RecursionError):
        raise bad_token() from None
    return header


def decoded(
    token: str,
    key: Any,  # noqa: ANN401 -- a key of any kind
    algorithm: str,
    audience: str,
    issuer: str | None = None,
) -> dict[str, Any]:
    """Return what a good token says: of this key, algorithm, audience and issuer.

    Only these count: what the token itself says of keys (`jwk`, `jku`, `x5u` …) is not looked at.
    Raises `ProblemError`.
    """
    required = [*REQUIRED, *(() if issuer is None else ("iss",))]
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=audience,
            issuer=issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": required},
        )
    except jwt.ExpiredSignatureError:
        raise expired() from None
    except (jwt.PyJWTError, KeyError, TypeError, ValueError, OverflowError):
        raise bad_token() from None
    return claims


def now() -> datetime:
    """Return the time at which tokens are made."""
    return datetime.now(UTC)
