"""Who is one person: an actor is a role and a name, and a second role makes no second person."""

from typing import Final
from unicodedata import normalize

_PLAYER: Final = "player/"


def name_in(actor: str) -> str:
    """Return the name in an actor such as `operator/olga`."""
    return actor.rpartition("/")[2]


def is_same_name(one: str, other: str) -> bool:
    """Say whether two names are one (H9.9): letter case and forms of compatibility do not count.

    Letters that only look alike, such as those of two scripts, are different ones.
    """
    return _folded(one) == _folded(other)


def is_same_person(one: str, other: str) -> bool:
    """Say whether two actors are one person (H9.9).

    Two players are two accounts, whose names the house itself tells apart by every letter.
    """
    if one.startswith(_PLAYER) and other.startswith(_PLAYER):
        return one == other
    return is_same_name(name_in(one), name_in(other))


def _folded(name: str) -> str:
    """Return the name as a compatibility caseless match compares it (Unicode, D146)."""
    once = normalize("NFKD", normalize("NFD", name).casefold())
    return normalize("NFKD", once.casefold())
