"""Chance by a seed: a source of its own for everybody who draws.

So one more draw of a player's changes no draw of the house's, and a run stays as it was where
nothing has to change.
"""

from random import Random


class Chances:
    """Sources of chance by name, all made of one seed. They hang on nothing else."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, name: str) -> Random:
        """Return a new source of this name."""
        return Random(f"paipu/{self.seed}/{name}")  # noqa: S311 -- a seed is to repeat it
