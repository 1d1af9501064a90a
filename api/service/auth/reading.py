"""Reading who is known by a token or a session, strictly, out of what was signed."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from api.roles import Caller, Role, Scope
from api.service.known import LEEWAY_SECONDS, Known
from api.service.problems import ProblemError, unknown
from domain.house.labels import is_name
from domain.kernel.text import text

FARTHEST: Final = 1 << 40
"""No time of a claim is beyond this, Unix time in seconds."""
_WORDS: Final = frozenset(Scope)


def known_by(
    claims: Mapping[str, Any], role: Role, scopes: frozenset[Scope] | None, key: str
) -> Known:
    """Return who is named by claims whose signature by a key is good. Raises `ProblemError`."""
    name = claims.get("sub")
    if not isinstance(name, str) or not is_name(name):
        raise no_actor()
    until, issued = moment(claims, "exp"), moment(claims, "iat")
    proven = moment(claims, "auth_time") if "auth_time" in claims else issued
    now = time.time()
    if max(issued, proven) > now + LEEWAY_SECONDS:
        raise bad_token()
    return Known(Caller(name, role, scopes), until, issued, proven, key=key)


def moment(claims: Mapping[str, Any], name: str) -> int:
    """Return a time that claims tell. Raises `ProblemError` unless it is a whole number."""
    told = claims.get(name)
    if type(told) is not int or not 0 <= told < FARTHEST:
        raise bad_token()
    return told


def role_of(told: object) -> Role:
    """Return the role that a claim names. Raises `ProblemError`."""
    if not isinstance(told, str) or told not in tuple(Role):
        raise no_actor()
    return Role(told)


def scopes_of(told: object, *, strict: bool) -> frozenset[Scope] | None:
    """Return the scopes that a claim names, None for one that is left out: all of the role's.

    Words of others are refused in our own tokens (`strict`), and grant nothing in those of others.
    """
    if told is None:
        return None
    if not isinstance(told, str):
        raise bad_token()
    words = frozenset(told.split())
    if strict and words - _WORDS:
        raise bad_token()
    return frozenset(map(Scope, words & _WORDS))


def bad_token() -> ProblemError:
    """Return the problem of what is no token of this house, whatever is wrong with it."""
    return unknown("bad_token", text("the token is none of this house"))


def no_actor() -> ProblemError:
    """Return the problem of a token that names nobody."""
    return unknown("bad_token", text("the token names no actor or no role"))


def expired() -> ProblemError:
    """Return the problem of a token that was good once."""
    return unknown("token_expired", text("the token has expired"))


class Remembered:
    """What was found good and need not be proven again, only looked at for its end."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[str, Known] = {}

    def __len__(self) -> int:
        return len(self._known)

    def get(self, text: str) -> Known | None:
        """Return who is known by a text that was proven before, None when it is to be proven."""
        known = self._known.get(text)
        return known if known is not None and time.time() < known.until else None

    def prove(self, text: str, proving: Callable[[str], Known]) -> Known:
        """Return who is known by a text, once it is proven. Raises what `proving` raises."""
        known = proving(text)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[text] = known
        return known
