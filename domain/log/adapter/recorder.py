"""A table of the log made of the library's parts."""

from collections.abc import Sequence
from datetime import datetime
from sqlite3 import Error as SQLiteError
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from eventsourcing.persistence import (
    DataError,
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
)

from domain.log.adapter.bell import Bell
from domain.log.adapter.gatherer import Gatherer
from domain.log.checkpoints.tiles import LeafTable
from domain.log.errors import LogUnavailableError
from domain.log.keys import KeyTable
from domain.log.table import ClashError, Drafted, Load, Reader

R = TypeVar("R", bound="Recorder")

REFUSALS: Final = (IntegrityError, DataError)
FAILURES: Final = (PersistenceError, SQLiteError)


class Beside(NamedTuple):
    """What a database holds beside the events."""

    keys: KeyTable
    leaves: LeafTable


class Recorder(Reader, Protocol):
    """What reads and writes a database: a recorder of the library's, and what the log adds."""

    def append(self, decisions: Sequence[Drafted]) -> Sequence[Sequence[int] | None]:
        """Write decisions in one transaction, one after the other.

        Returns of each its positions, or None when the database refuses that one. Raises the
        library's `IntegrityError` or `DataError` when it refuses them together, and nothing is
        known of which; another of `FAILURES` when the database fails.
        """


class LibraryTable(Generic[R]):
    """A `Table` made of a factory of the library's and its recorder.

    Whoever waits for new rows looks every `poll` seconds, and whenever the bell rings: after a
    write of this table, or when something else knows of one.
    """

    def __init__(
        self,
        factory: InfrastructureFactory[Any],
        recorder: R,
        beside: Beside,
        *,
        poll: float,
        bell: Bell | None = None,
    ) -> None:
        self._factory = factory
        self._poll = poll
        self._bell = bell or Bell()
        self._gatherer = Gatherer(self._append)
        self._closed = False
        self.insert = self._gatherer.insert
        self.put = self._gatherer.put
        self.read = recorder
        self.keys, self.leaves = beside

    def server_time(self) -> datetime | None:
        """See `Table.server_time`."""
        return None

    @property
    def load(self) -> Load:
        """How much is asked of it; it lends no connections unless a server says so."""
        return Load(0, self._gatherer.batches, self._gatherer.decisions)

    def _append(self, decisions: Sequence[Drafted]) -> Sequence[Sequence[int] | None]:
        try:
            outcomes = self.read.append(decisions)
        except REFUSALS:
            failure: Exception = ClashError()
        except FAILURES:
            failure = LogUnavailableError()
        else:
            self._bell.ring()
            return outcomes
        # Raised out here, so that the library's error, whose text may hold a row, is not chained.
        raise failure

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """Wait for a row after a position, see `Table.wait_beyond`."""
        end = monotonic() + timeout
        while not self._closed:
            rings = self._bell.rings
            if self.read.last_position() > position:
                return True
            left = end - monotonic()
            if left <= 0:
                break
            self._bell.wait(rings, min(left, self._poll))
        return False

    def close(self) -> None:
        """Finish what is being written, close all connections, and wake who waits."""
        self._gatherer.close()
        self._closed = True
        self._bell.ring()
        self._factory.close()
