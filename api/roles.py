"""Who asks: a name and a role."""

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


class Caller(NamedTuple):
    """Who asks, by the token."""

    name: str
    role: Role

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
