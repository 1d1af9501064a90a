"""The library's application, event store and mapper, as the log uses them."""

from collections.abc import Sequence
from sqlite3 import Error as SQLiteError
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, TypeVar

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    Mapper,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.utils import Environment, EnvType

from domain.log.adapter.bell import Bell
from domain.log.adapter.gatherer import Gatherer
from domain.log.checkpoints.tiles import LeafTable
from domain.log.envelope import Recorded, Stored
from domain.log.errors import LogUnavailableError
from domain.log.examine import single
from domain.log.keys import KeyTable
from domain.log.table import ClashError, Reader

R = TypeVar("R", bound=Reader)

FAILURES: Final = (PersistenceError, SQLiteError)


class Entry:
    """A row in the form of the library's domain events; `recorded` reads it, checked."""

    __slots__ = ("originator_id", "originator_version", "row")

    def __init__(self, row: Stored) -> None:
        self.originator_id = row.stream
        self.originator_version = row.version
        self.row = row

    @property
    def recorded(self) -> Recorded:
        """The event, decoded, its own hash checked."""
        return single(self.row)


class EntryMapper(Mapper[str]):
    """Maps entries to the library's stored events and back. Codec and chain have made the bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of an entry; nothing else is ever saved."""
        if not isinstance(domain_event, Entry):
            message = f"the log stores entries, not {type(domain_event).__name__}"
            raise TypeError(message)
        stream, version, _, topic, state = domain_event.row
        return StoredEvent(stream, version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Entry:
        """Return the entry of a row."""
        return Entry(
            Stored(
                str(stored_event.originator_id),
                stored_event.originator_version,
                getattr(stored_event, "id", None),
                stored_event.topic,
                stored_event.state,
            ),
        )


class LogApplication(Application[str]):
    """The library's application over a factory given to it.

    The process environment, which the library would read for ciphers, compressors and database
    names, has no say in what is stored.
    """

    def __init__(self, factory: InfrastructureFactory[Any]) -> None:
        self._given = factory
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return an environment with nothing of the process in it."""
        return Environment(name, env or {})

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Return the given factory."""
        del env
        return self._given

    def construct_mapper(self) -> EntryMapper:
        """Return the log's own mapper."""
        return EntryMapper(transcoder=self.construct_transcoder())


class Beside(NamedTuple):
    """What a database holds beside the events."""

    keys: KeyTable
    leaves: LeafTable


class LibraryTable(Generic[R]):
    """A `Table` made of an application and its recorder, which reads.

    Whoever waits for new rows looks every `poll` seconds, and whenever the bell rings: after a
    write of this table, or when something else knows of one.
    """

    def __init__(
        self,
        application: Application[str],
        read: R,
        beside: Beside,
        *,
        poll: float,
        bell: Bell | None = None,
    ) -> None:
        self._application = application
        self._poll = poll
        self._bell = bell or Bell()
        self._gatherer = Gatherer(self._insert)
        self._closed = False
        self.read = read
        self.keys, self.leaves = beside

    def insert(self, rows: Sequence[Stored]) -> Sequence[int]:
        """Write rows in one transaction, see `Table.insert`."""
        positions = self._gatherer.insert(rows)
        self._bell.ring()
        return positions

    def _insert(self, rows: Sequence[Stored]) -> Sequence[int]:
        refused = False
        try:
            recordings = self._application.events.put([Entry(row) for row in rows])
            return [recording.notification.id for recording in recordings]
        except IntegrityError:
            refused = True
        except FAILURES:
            pass
        # Raised out here, so that the library's error, whose text may hold a row, is not chained.
        raise ClashError if refused else LogUnavailableError

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
        """Close the application's connections, and wake who waits."""
        self._closed = True
        self._bell.ring()
        self._application.close()
