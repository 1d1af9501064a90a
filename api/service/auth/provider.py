"""A provider outside who says who somebody is: its tokens, by its keys, issuer and audience."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from api.roles import Role
from api.service.auth.jwks import Jwks, JwksHealth
from api.service.auth.reading import bad_token, known_by, no_actor, scopes_of
from api.service.auth.tokens import AUDIENCE, decoded
from api.service.known import Known


class Claims(NamedTuple):
    """Whose tokens are meant, for whom, and where in them a role and scopes stand.

    `roles` says what the provider's words for roles mean here; without any they are ours.
    """

    issuer: str
    audience: str = AUDIENCE
    role: str = "role"
    scope: str = "scope"
    roles: Mapping[str, Role] = {}


class Provider:
    """Reads tokens that a provider has signed."""

    def __init__(self, jwks: Jwks, claims: Claims) -> None:
        self.jwks = jwks
        self._claims = claims

    def known(self, token: str, header: Mapping[str, Any]) -> Known:
        """Return who is known by a token. Raises `ProblemError`.

        The key says by which algorithm a token is proven, whatever its header says.
        """
        kid = header.get("kid")
        found = self.jwks.key(kid) if isinstance(kid, str) else None
        if found is None:
            raise bad_token()
        wanted = self._claims
        claims = decoded(token, found.key, found.algorithm, wanted.audience, wanted.issuer)
        role = self._role(claims.get(wanted.role))
        scopes = scopes_of(claims.get(wanted.scope), strict=False)
        return known_by(claims, role, scopes, found.mark)

    def knows(self, key: str) -> bool:
        """Say whether a key, by its mark, is listed."""
        return key in self.jwks.marks

    @property
    def health(self) -> JwksHealth:
        """How the provider's keys do."""
        return self.jwks.health

    def require(self) -> None:
        """Raise `BadJwksError` for a file that has no usable keys; a URL is asked later."""
        self.jwks.require()

    @contextmanager
    def reading(self, changed: Callable[[], None]) -> Iterator[None]:
        """Keep the provider's keys fresh. Raises `BadJwksError` of a file that has none."""
        self.jwks.changed = changed
        self.jwks.start()
        try:
            yield
        finally:
            self.jwks.stop()

    def _role(self, told: object) -> Role:
        """Return the one role that a claim means; of several it could be, none is guessed."""
        words = [told] if isinstance(told, str) else told
        if not isinstance(words, list):
            raise no_actor()
        meaning = self._claims.roles or {role.value: role for role in Role}
        meant = {meaning[word] for word in words if isinstance(word, str) and word in meaning}
        if len(meant) != 1:
            raise no_actor()
        return meant.pop()
