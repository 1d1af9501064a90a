"""Rake 公點: basis points of an amount, rounded down."""

from typing import Final

WHOLE: Final = 10_000
"""All of an amount, in basis points."""


def rake_of(points: int, rake_bp: int) -> int:
    """Return `rake_bp` basis points of `points`, rounded down; nothing of a loss (Z9.1)."""
    return max(0, points) * rake_bp // WHOLE
