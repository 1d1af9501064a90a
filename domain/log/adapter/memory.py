"""A log in memory, for tests and demonstrations: the library's recorder of plain Python objects."""

import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.popo import POPOApplicationRecorder, POPOFactory
from eventsourcing.utils import Environment

from domain.kernel.decider import name_of
from domain.log.accepted import CommandAccepted, naming
from domain.log.adapter.keys import MemoryKeys
from domain.log.adapter.memory_leaves import MemoryTiles
from domain.log.adapter.recorder import Beside, LibraryTable
from domain.log.chain import HEADER, SIZE
from domain.log.envelope import Stored
from domain.log.table import Drafted, Extent

_NAMES: Final = re.compile(rb'"stream":"(?:[^"\\]|\\.)*"')
POLL_SECONDS: Final = 60.0
"""Who waits for events is always woken; this is no more than a safeguard."""


class MemoryRecorder(POPOApplicationRecorder):
    """The library's recorder, which also reads as `domain.log.table.Reader` asks."""

    def __init__(self) -> None:
        super().__init__()
        self._named = defaultdict[bytes, list[int]](list)
        self._named_until = 0

    def _assert_uniqueness(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:  # noqa: ANN401 -- the library's signature
        keys = {(str(event.originator_id), event.originator_version) for event in stored_events}
        taken = any(
            version in self._stored_events_index.get(stream, {}) for stream, version in keys
        )
        if taken or len(keys) < len(stored_events):
            message = "a version is taken"  # the library's own text would quote the events
            raise IntegrityError(message)

    def append(self, decisions: Sequence[Drafted]) -> list[Sequence[int] | None]:
        """See `Recorder.append`."""
        with self._database_lock:
            return [self._added(decided) for decided in decisions]

    def _added(self, decided: Drafted) -> Sequence[int] | None:
        if any(self.last_version(stream) > version for stream, version in decided.unchanged):
            return None
        with suppress(IntegrityError):
            return self.insert_events(
                [StoredEvent(row.stream, row.version, row.topic, row.state) for row in decided.rows]
            )
        return None

    def rows(self, stream: str) -> list[Stored]:
        """See `Reader.rows`."""
        with self._database_lock:
            indexes = self._stored_events_index.get(stream, {})
            return [self._row(indexes[version]) for version in sorted(indexes)]

    def _row(self, index: int) -> Stored:
        event = self._stored_events[index]
        stream = str(event.originator_id)
        return Stored(stream, event.originator_version, index + 1, event.topic, event.state)

    def naming(self, stream: str) -> list[Stored]:
        """See `Reader.naming`: only what was added since it was asked last is looked through."""
        with self._database_lock:
            for index in range(self._named_until, len(self._stored_events)):
                event = self._stored_events[index]
                if event.topic == name_of(CommandAccepted):
                    for name in _NAMES.findall(event.state, HEADER):
                        self._named[name].append(index)
            self._named_until = len(self._stored_events)
            return [self._row(index) for index in self._named.get(naming(stream), ())]

    def named_by_index(self) -> bool:
        """See `Reader.named_by_index`."""
        return True

    def firsts(self, streams: Sequence[str]) -> list[Stored]:
        """See `Reader.firsts`."""
        with self._database_lock:
            indexes = (self._stored_events_index.get(stream, {}).get(1) for stream in streams)
            return [self._row(index) for index in indexes if index is not None]

    def head(self, stream: str, version: int) -> bytes | None:
        """See `Reader.head`."""
        with self._database_lock:
            index = self._stored_events_index.get(stream, {}).get(version)
            return None if index is None else self._stored_events[index].state[SIZE:HEADER]

    def last_version(self, stream: str) -> int:
        """See `Reader.last_version`."""
        with self._database_lock:
            return max(self._stored_events_index.get(stream, {}), default=0)

    def positions(self, stream: str, first: int, last: int) -> list[int]:
        """See `Reader.positions`."""
        with self._database_lock:
            indexes = self._stored_events_index.get(stream, {})
            versions = range(first, last + 1)
            return [indexes[version] + 1 for version in versions if version in indexes]

    def after(self, position: int, limit: int, topics: Sequence[str]) -> list[Stored]:
        """See `Reader.after`."""
        found = self.select_notifications(position, limit, topics=topics, inclusive_of_start=False)
        return [
            Stored(str(n.originator_id), n.originator_version, n.id, n.topic, n.state)
            for n in found
        ]

    def span(self, after: int, until: int) -> list[Stored]:
        """See `Reader.span`."""
        with self._database_lock:
            last = min(until, len(self._stored_events))
            return [self._row(index) for index in range(after, last)]

    def extents(self, streams: Sequence[str]) -> list[Extent]:
        """See `Reader.extents`."""
        with self._database_lock:
            found = {name: self._stored_events_index.get(name, {}) for name in streams}
            return [
                Extent(name, min(rows.values()) + 1, max(rows.values()) + 1, max(rows))
                for name, rows in found.items()
                if rows
            ]

    def next_position(self, after: int) -> int | None:
        """See `Reader.next_position`."""
        return after + 1 if after < self.last_position() else None

    def last_position(self) -> int:
        """See `Reader.last_position`."""
        return self.max_notification_id() or 0

    def streams(self, prefix: str, after: str, limit: int) -> list[str]:
        """See `Reader.streams`."""
        with self._database_lock:
            names = sorted(name for name, rows in self._stored_events_index.items() if rows)
        return [name for name in names if name.startswith(prefix) and name > after][:limit]

    def opened(self, topic: str, after: int, limit: int) -> list[tuple[int, str]]:
        """See `Reader.opened`."""
        with self._database_lock:
            rows = [self._row(index) for index in range(after, len(self._stored_events))]
        return [
            (row.position or 0, row.stream)
            for row in rows
            if row.version == 1 and row.topic == topic
        ][:limit]


class MemoryFactory(POPOFactory):
    """Makes the library's parts for a log in memory."""

    def __init__(self) -> None:
        super().__init__(Environment("log", {}))
        self.recorder = MemoryRecorder()

    def application_recorder(self) -> MemoryRecorder:
        """Return the one recorder."""
        return self.recorder


def memory_table() -> LibraryTable[MemoryRecorder]:
    """Return an empty table that lives as long as the process."""
    factory = MemoryFactory()
    read = factory.recorder
    beside = Beside(MemoryKeys(), MemoryTiles(read))
    return LibraryTable(factory, read, beside, poll=POLL_SECONDS)
