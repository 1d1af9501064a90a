"""Who asks: a name, a role, and how much of what the role may ask."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from domain.kernel.decider import Origin

USUAL_HOURS: Final = 24
"""How long a token lasts."""


class Role(StrEnum):
    """What somebody may ask: play, run the house, look into it, or both of these."""

    PLAYER = "player"
    OPERATOR = "operator"
    AUDITOR = "auditor"
    SUPERVISOR = "supervisor"


class Scope(StrEnum):
    """A part of what a role may ask, to which a token can be narrowed."""

    READ = "read"
    PLAY = "play"
    HOUSE = "house"
    AUDIT = "audit"
    REVEAL = "reveal"


FULL: Final[Mapping[Role, frozenset[Scope]]] = {
    Role.PLAYER: frozenset((Scope.READ, Scope.PLAY)),
    Role.OPERATOR: frozenset((Scope.READ, Scope.AUDIT, Scope.HOUSE, Scope.REVEAL)),
    Role.AUDITOR: frozenset((Scope.READ, Scope.AUDIT, Scope.REVEAL)),
    Role.SUPERVISOR: frozenset((Scope.READ, Scope.AUDIT, Scope.HOUSE, Scope.REVEAL)),
}
"""All of what a role may ask, which a token has that says nothing of scopes."""


class Caller(NamedTuple):
    """Who asks, by the token; `scopes` is None for all of the role's."""

    name: str
    role: Role
    scopes: frozenset[Scope] | None = None

    @property
    def actor(self) -> str:
        """The name under which the log keeps what was asked."""
        return f"{self.role}/{self.name}"

    @property
    def player(self) -> str | None:
        """The player's name, if it is a player who asks."""
        return self.name if self.role is Role.PLAYER else None

    @property
    def origin(self) -> Origin:
        """Whose decisions these are."""
        return Origin.PLAYER if self.role is Role.PLAYER else Origin.OPERATOR

    def may(self, scope: Scope) -> bool:
        """Say whether this part of what the role may ask is the caller's."""
        return scope in FULL[self.role] and (self.scopes is None or scope in self.scopes)
