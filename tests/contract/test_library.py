"""The library's own conformance cases, run on our recorders."""

import sqlite3
import tempfile
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from uuid import UUID, uuid4

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.tests import persistence

from domain.log.adapter.memory import MemoryRecorder
from domain.log.adapter.postgres import ServerFactory
from domain.log.adapter.server import conninfo
from domain.log.adapter.server_recorder import ServerRecorder
from domain.log.adapter.sqlite import FilePool, FileRecorder
from projections.migrations.upgrade import migrate
from tests.support.postgres import new_database, shared_server

# The cases count versions from 0, the log from 1: they run on our table without that one check.
CHECK = "CHECK (originator_version >= 1)"


def tables_of(path: Path) -> list[str]:
    query = "SELECT sql FROM sqlite_master WHERE tbl_name = 'events' AND sql IS NOT NULL"
    with closing(sqlite3.connect(path)) as connection:
        return [sql for (sql,) in connection.execute(query)]


def await_readers() -> None:
    """Wait for the reading threads that a case leaves behind: they must not outlive their log."""
    for thread in threading.enumerate():
        if "read_continuously" in thread.name:
            thread.join()


class OnFile:
    """Makes a recorder over the migrated table in a new file."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.datastores: list[SQLiteDatastore] = []

    def tearDown(self) -> None:
        await_readers()
        for datastore in self.datastores:
            datastore.close()
        self.folder.cleanup()

    def create_recorder(self) -> FileRecorder:
        migrated = Path(self.folder.name, "migrated.db")
        migrate(f"sqlite:///{migrated}")
        tables = tables_of(migrated)
        assert CHECK in tables[0]
        path = Path(self.folder.name, "log.db")
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(tables[0].replace(CHECK, "CHECK (originator_version >= 0)"))
            for other in tables[1:]:
                connection.execute(other)
        datastore = SQLiteDatastore(str(path))
        datastore.pool = FilePool(path, read_only=False)
        self.datastores.append(datastore)
        return FileRecorder(datastore)


class TestFile(OnFile, persistence.ApplicationRecorderTestCase[FileRecorder]):
    pass


class TestFilePositions(OnFile, persistence.NonInterleavingNotificationIDsBaseCase):
    insert_num = 200


class OnServer:
    """Makes a recorder over the migrated table in a new database on a server."""

    def setUp(self) -> None:
        self.ending = ExitStack()

    def tearDown(self) -> None:
        await_readers()
        self.ending.close()

    def new_originator_id(self) -> str:
        return str(uuid4())

    def create_recorder(self) -> ServerRecorder:
        url = self.ending.enter_context(new_database())
        drop = "ALTER TABLE events DROP CONSTRAINT events_originator_version_check"
        shared_server().execute(drop, url.rpartition("/")[2])
        factory = self.ending.enter_context(ServerFactory(conninfo(url)))
        return factory.recorder


class TestServer(OnServer, persistence.ApplicationRecorderTestCase[ServerRecorder]):
    pass


class TestServerPositions(OnServer, persistence.NonInterleavingNotificationIDsBaseCase):
    insert_num = 200


class OnMemory:
    def create_recorder(self) -> MemoryRecorder:
        return MemoryRecorder()


class TestMemory(OnMemory, persistence.ApplicationRecorderTestCase[MemoryRecorder]):
    pass


class TestMemoryPositions(OnMemory, persistence.NonInterleavingNotificationIDsBaseCase):
    insert_num = 200


def test_the_cases_are_the_librarys() -> None:
    cases = {name for name in dir(persistence.ApplicationRecorderTestCase) if name[:5] == "test_"}

    assert cases >= {"test_insert_select", "test_concurrent_no_conflicts"}


def test_ids_and_rows_survive_the_library(tmp_path: Path) -> None:
    migrate(f"sqlite:///{tmp_path}/log.db")
    datastore = SQLiteDatastore(str(tmp_path / "log.db"))
    datastore.pool = FilePool(tmp_path / "log.db", read_only=False)
    recorder = FileRecorder(datastore)
    stored: Sequence[StoredEvent] = [StoredEvent(UUID(int=7), 1, "topic", b"state")]

    recorder.insert_events(stored)

    assert recorder.select_events(UUID(int=7)) == stored
    datastore.close()
