"""Writing together what several want to write at the same time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock
from typing import Final

from domain.kernel.text import text
from domain.log.errors import LogUnavailableError
from domain.log.table import ClashError, Drafted

MOST: Final = 64
"""Decisions in one transaction."""

Append = Callable[[Sequence[Drafted]], Sequence[Sequence[int] | None]]
"""Writes decisions in one transaction; returns of each the positions, None if it is refused.

Raises `LogUnavailableError` when the database fails, and anything else when what is asked of it
cannot be put to it. In either case none is written that is not refused when it is written again.
"""


class Wish:
    """A decision, until it is known what became of it: whoever wants it waits, or is told."""

    __slots__ = ("_fault", "_positions", "_told", "drafted", "settled", "turn")

    def __init__(self, drafted: Drafted, told: Callable[["Wish"], object] | None = None) -> None:
        self.drafted = drafted
        self.turn = Event() if told is None else None
        self.settled = False
        self._told = told
        self._positions: Sequence[int] | None = None
        self._fault: Exception | None = None

    def settle(self, positions: Sequence[int] | None) -> None:
        """Keep where it was written, or that it is refused."""
        self._positions = positions
        self._fault = ClashError() if positions is None else None

    def fail(self, fault: Exception) -> None:
        """Keep why it was not written."""
        self._fault = fault

    def end(self) -> None:
        """Wake or tell whoever wants it; if it is still neither, nobody knows what became of it."""
        self.settled = True
        if self.turn is not None:
            self.turn.set()
        elif self._told is not None:
            with suppress(Exception):  # whoever is not there any more keeps no other waiting
                self._told(self)

    def outcome(self) -> Sequence[int]:
        """Return the positions, or raise what `Table.insert` raises."""
        if self._fault is not None:
            raise self._fault
        if self._positions is None:
            message = text(
                "the database failed or stayed locked; to know whether this was written,"
                " send the command again"
            )
            raise LogUnavailableError(message)
        return self._positions


class Gatherer:
    """Lets one thread at a time write for all who have come meanwhile.

    So the disk is waited for once for all of them, which is most of what a decision costs. Who
    comes alone is written at once. What the database refuses harms no other of the same batch.
    """

    def __init__(self, append: Append) -> None:
        self.batches, self.decisions = 0, 0
        """Batches that were written or tried, and the decisions in them."""
        self._append = append
        self._lock = Lock()
        self._waiting: list[Wish] = []
        self._busy = False
        self._writer = ThreadPoolExecutor(1, "writer")

    def insert(self, drafted: Drafted) -> Sequence[int]:
        """Write a decision and wait for it, see `Table.insert`."""
        wish = Wish(drafted)
        if not self._is_first(wish) and wish.turn is not None:
            wish.turn.wait()
        if not wish.settled:
            self._lead()
        return wish.outcome()

    def put(self, drafted: Drafted, told: Callable[[Wish], object]) -> None:
        """Have a decision written, and its outcome told by another thread, see `Table.put`."""
        if self._is_first(Wish(drafted, told)):
            self._lead_elsewhere()

    def close(self) -> None:
        """Finish what waits."""
        self._writer.shutdown()

    def _is_first(self, wish: Wish) -> bool:
        with self._lock:
            self._waiting.append(wish)
            busy, self._busy = self._busy, True
        return not busy

    def _lead_elsewhere(self) -> None:
        try:
            self._writer.submit(self._lead)
        except RuntimeError:  # it is closed, and nothing that was taken is left behind
            self._lead()

    def _lead(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self.batches += 1
            self.decisions += len(batch)
        try:
            self._write(batch)
        finally:
            for wish in batch:
                wish.end()
            with self._lock:
                following = self._waiting[:1]
                self._busy = bool(following)
            # Whoever comes first in the next batch leads it, unless it is one who cannot wait.
            for wish in following:
                if wish.turn is None:
                    self._lead_elsewhere()
                else:
                    wish.turn.set()

    def _write(self, batch: Sequence[Wish]) -> None:
        try:
            outcomes = self._append([wish.drafted for wish in batch])
        except LogUnavailableError:
            return
        except Exception as fault:  # noqa: BLE001 -- whatever it is, it is told to its own caller
            if len(batch) == 1:
                batch[0].fail(fault)
                return
            for wish in batch:
                self._write([wish])
        else:
            for wish, positions in zip(batch, outcomes, strict=True):
                wish.settle(positions)
