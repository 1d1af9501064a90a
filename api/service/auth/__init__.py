"""Who asks: the actor and its role, out of a token or a session and nothing else."""

from api.service.auth.following import Following, following
from api.service.auth.tokens import Tokens, now
from api.service.auth.who import (
    Allowed,
    Anybody,
    Audit,
    Office,
    Player,
    Staff,
    Whoever,
    admitted,
    require,
)

__all__ = [
    "Allowed",
    "Anybody",
    "Audit",
    "Following",
    "Office",
    "Player",
    "Staff",
    "Tokens",
    "Whoever",
    "admitted",
    "following",
    "now",
    "require",
]
