"""The seam to a database: what the log asks of one, whichever it is."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from domain.log.checkpoints.tiles import LeafTable
from domain.log.envelope import Stored
from domain.log.keys import KeyTable


class ClashError(Exception):
    """The database refused rows, as a rule because another writer was first. None was written."""


class Drafted(NamedTuple):
    """A decision as it is to be written: its rows, the last of which remembers the command.

    `unchanged` are streams that it has only looked at, and the versions they must still be at.
    """

    rows: Sequence[Stored]
    unchanged: Sequence[tuple[str, int]] = ()


class Extent(NamedTuple):
    """Where a stream's rows lie: its first and last position, and its highest version."""

    stream: str
    first: int
    last: int
    version: int


class Load(NamedTuple):
    """How much is asked of a database by one process, since that began.

    `lent` are its connections in use now, 0 where it lends none; `batches` its transactions that
    wrote, and `decisions` how many were in them.
    """

    lent: int
    batches: int
    decisions: int


class Reader(Protocol):
    """Reading, always of what is committed. Failures are `LogUnavailableError`."""

    def rows(self, stream: str) -> list[Stored]:
        """Return a stream's rows by version, whatever they hold; an unknown stream has none."""

    def naming(self, stream: str) -> list[Stored]:
        """Return all rows that remember a command and name this stream, in the order of the log.

        Those of a round or a match are found without looking through the log.
        """

    def named_by_index(self) -> bool:
        """Say whether the database has the indexes by which they are found, as they are to be."""

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


class Outcome(Protocol):
    """What became of a decision that was put."""

    def outcome(self) -> Sequence[int]:
        """Return its positions, or raise what `Table.insert` raises."""


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

    def server_time(self) -> datetime | None:
        """Return what time the database has; None where that is this machine's own."""

    @property
    def load(self) -> Load:
        """How much is asked of it."""

    def insert(self, drafted: Drafted) -> Sequence[int]:
        """Write a decision, durably, all of it or nothing; return its positions in turn.

        Raises `ClashError` when the database refuses it, else `LogUnavailableError`.
        """

    def put(self, drafted: Drafted, told: Callable[[Outcome], object]) -> None:
        """Have the same done, and its outcome told by another thread, which must not be kept."""

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """Return True once there is a row after a position, False after `timeout` seconds."""

    def close(self) -> None:
        """Release the database; the table is of no use afterwards."""
