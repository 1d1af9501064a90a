"""A client's cuts: a chain of values, each the anchor of the one before it (H6.2, H6.3)."""

from typing import Final

from domain.fairness.cut import anchor_of

LENGTH: Final = 1_000
"""Values in a chain: so many cuts, and then it is over."""


class Chain:
    """Values for cuts, made of one that nobody else knows, and revealed from the last to it."""

    def __init__(self, first: bytes) -> None:
        self._values: dict[str, str] = {}
        for _ in range(LENGTH):
            anchor = anchor_of(first)
            self._values[anchor.hex()] = first.hex()
            first = anchor
        self.end = first.hex()
        """The anchor to begin with, in hex."""

    def value_of(self, anchor: str | None) -> str | None:
        """Return what is to be revealed for an anchor, None if it is none of this chain."""
        return None if anchor is None else self._values.get(anchor)
