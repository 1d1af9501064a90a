"""H12: by how many seconds spectators see a table or a match late."""

from typing import Final

MOST_SECONDS: Final = 3_600
"""The longest delay."""


def may_be(seconds: int) -> bool:
    """H12.1: say whether spectators can be so many seconds late."""
    return 0 <= seconds <= MOST_SECONDS
