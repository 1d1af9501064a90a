"""Writing together what several threads want to write at the same time."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Lock
from typing import Final

from domain.log.envelope import Stored
from domain.log.errors import LogUnavailableError
from domain.log.table import ClashError

MOST: Final = 64
"""Decisions in one transaction."""

Insert = Callable[[Sequence[Stored]], Sequence[int]]


class Wish:
    """The rows of one decision, until it is known what became of them."""

    __slots__ = ("clash", "positions", "rows", "settled", "turn")

    def __init__(self, rows: Sequence[Stored]) -> None:
        self.rows = rows
        self.turn: Event | None = None
        self.settled = False
        self.clash = False
        self.positions: Sequence[int] = ()

    def outcome(self) -> Sequence[int]:
        """Return the positions, or raise what `Table.insert` raises."""
        if self.clash:
            raise ClashError
        if not self.positions:
            message = (
                "the database failed or stayed locked; to know whether this was written,"
                " send the command again"
            )
            raise LogUnavailableError(message)
        return self.positions


class Gatherer:
    """Lets one thread at a time write for all who have come meanwhile.

    So the disk is waited for once for all of them, which is most of what a decision costs. A lone
    thread writes at once. When the database refuses them together, each is written by itself, so
    that a clash is told to whom it belongs.
    """

    def __init__(self, insert: Insert) -> None:
        self._insert = insert
        self._lock = Lock()
        self._waiting: list[Wish] = []
        self._busy = False

    def insert(self, rows: Sequence[Stored]) -> Sequence[int]:
        """Write rows in one transaction, see `Table.insert`."""
        wish = Wish(rows)
        with self._lock:
            self._waiting.append(wish)
            if self._busy:
                wish.turn = Event()
            self._busy = True
        if wish.turn is not None:
            wish.turn.wait()
        if not wish.settled:
            self._lead()
        return wish.outcome()

    def _lead(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        try:
            self._write(batch)
        finally:
            with self._lock:
                # Whoever comes first in the next batch leads it.
                following = self._waiting[:1]
                self._busy = bool(following)
            for wish in batch:
                wish.settled = True
            for wish in (*batch, *following):
                if wish.turn is not None:
                    wish.turn.set()

    def _write(self, batch: Sequence[Wish]) -> None:
        with suppress(LogUnavailableError):
            if not self._written(batch):
                for wish in batch:
                    wish.clash = len(batch) == 1 or not self._written([wish])

    def _written(self, batch: Sequence[Wish]) -> bool:
        """Write decisions in one transaction; return whether the database has taken them."""
        try:
            positions = list(self._insert([row for wish in batch for row in wish.rows]))
        except ClashError:
            return False
        for wish in batch:
            wish.positions = positions[: len(wish.rows)]
            del positions[: len(wish.rows)]
        return True
