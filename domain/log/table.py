"""The seam to a database: what the log asks of one, whichever it is."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.log.checkpoints.tiles import LeafTable
from domain.log.envelope import Stored
from domain.log.keys import KeyTable


class ClashError(Exception):
    """The database refused rows, as a rule because another writer was first. None was written."""


class Extent(NamedTuple):
    """Where a stream's rows lie: its first and last position, and its highest version."""

    stream: str
    first: int
    last: int
    version: int


class Reader(Protocol):
    """Reading, always of what is committed. Failures are `LogUnavailableError`."""

    def rows(self, stream: str) -> list[Stored]:
        """Return a stream's rows by version, whatever they hold; an unknown stream has none."""

    def holding(self, topic: str, content: bytes) -> list[Stored]:
        """Return all rows of this name whose state holds these bytes, in the order of the log."""

    def firsts(self, streams: Sequence[str]) -> list[Stored]:
        """Return the row of version 1 of each of these streams that has one, in any order."""

    def head(self, stream: str, version: int) -> bytes | None:
        """Return the own hash in one row, None when there is no such row."""

    def last_version(self, stream: str) -> int:
        """Return a stream's highest version, 0 for an unknown stream."""

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """Return the positions of the versions `first` to `last`."""

    def after(self, position: int, limit: int, topics: Sequence[str]) -> list[Stored]:
        """Return rows after a position in their order, of the given names only, if any are."""

    def span(self, after: int, until: int) -> list[Stored]:
        """Return all rows after a position up to and with another, in their order, as they are."""

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """Return where the rows of streams lie, in any order; a stream without rows is left out."""

    def next_position(self, after: int) -> int | None:
        """Return the lowest position after another, None when there is none."""

    def last_position(self) -> int:
        """Return the highest position, 0 for an empty log."""

    def streams(self, prefix: str, after: str, limit: int) -> list[str]:
        """Return names of streams that begin with `prefix`, sorted, those after `after`."""

    def opened(self, topic: str, after: int, limit: int) -> list[tuple[int, str]]:
        """Return position and stream of every version 1 of that name, from after a position."""


class Table(Protocol):
    """The events of a log in one database, open."""

    @property
    def read(self) -> Reader:
        """What reads it."""

    @property
    def keys(self) -> KeyTable:
        """The wrapped data keys beside it."""

    @property
    def leaves(self) -> LeafTable:
        """The tree over its events."""

    def insert(self, rows: Sequence[Stored]) -> Sequence[int]:
        """Write rows of any streams in one transaction, durably; return their positions in turn.

        Raises `ClashError` when the database refuses one of them, else `LogUnavailableError`.
        """

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """Return True once there is a row after a position, False after `timeout` seconds."""

    def close(self) -> None:
        """Release the database; the table is of no use afterwards."""
