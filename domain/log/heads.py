"""The own hashes of the last events of streams, remembered so that they need not be asked for."""

from typing import Final

MOST: Final = 10_000
"""Streams that are remembered; when there are more, all are asked for again."""


class Heads:
    """What was seen last of streams. An event never changes, so neither does its hash.

    Whoever writes behind an event that another process has followed up is refused by the database.
    Safe to share between threads.
    """

    def __init__(self) -> None:
        self._heads: dict[str, tuple[int, bytes]] = {}

    def of(self, stream: str, version: int) -> bytes | None:
        """Return the hash of an event if it was the last of its stream that was seen."""
        known, head = self._heads.get(stream, (0, None))
        return head if known == version else None

    def keep(self, stream: str, version: int, head: bytes) -> None:
        """Remember what was seen."""
        if len(self._heads) >= MOST:
            self._heads = {}
        self._heads[stream] = version, head
