"""What can be switched off: everything, a game, a table, a match, or a player (H7.1)."""

from enum import StrEnum
from typing import Final

from domain.house.labels import is_name


class Reach(StrEnum):
    """How much a switch turns off. Behind all but the first stands a stroke and a name."""

    EVERYTHING = "everything"
    GAME = "game"
    TABLE = "table"
    MATCH = "match"
    PLAYER = "player"


EVERYTHING: Final = Reach.EVERYTHING.value
"""The scope of a switch that turns the whole house off."""


def scope_of(reach: Reach, name: str) -> str:
    """Return the scope that a switch has: `table/plum`, or `everything` whatever the name."""
    return EVERYTHING if reach is Reach.EVERYTHING else f"{reach}/{name}"


def reach_of(scope: str) -> tuple[Reach, str] | None:
    """Return what a scope reaches, and the name there; None if it is no scope."""
    if scope == EVERYTHING:
        return Reach.EVERYTHING, ""
    kind, _, name = scope.partition("/")
    if kind not in set(Reach) - {Reach.EVERYTHING} or not is_name(name):
        return None
    return Reach(kind), name
