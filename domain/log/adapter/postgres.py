"""A log on a PostgreSQL server, over what the migrations make there."""

from datetime import datetime
from typing import Final

from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment

from domain.log.adapter.bell import Bell
from domain.log.adapter.leaves import ServerTiles
from domain.log.adapter.listener import Listener
from domain.log.adapter.recorder import Beside, LibraryTable
from domain.log.adapter.server import conninfo
from domain.log.adapter.server_keys import ServerKeys
from domain.log.adapter.server_recorder import ServerDatastore, ServerRecorder
from domain.log.table import Load

POLL_SECONDS: Final = 1.0
"""How often who waits for events looks without being told."""


class ServerFactory(PostgresFactory):
    """Makes the library's parts for a log on a server; it creates no tables."""

    def __init__(self, info: str) -> None:
        unused = (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER)
        settings = dict.fromkeys((*unused, self.POSTGRES_PASSWORD), "")
        super().__init__(Environment("log", settings))
        self.datastore = datastore = ServerDatastore(info)
        self.connections = datastore.connections
        self.recorder = ServerRecorder(datastore)

    def application_recorder(self) -> ServerRecorder:
        """Return the one recorder."""
        return self.recorder


class ServerTable(LibraryTable[ServerRecorder]):
    """The table on a server, which listens once somebody waits for events."""

    def __init__(self, info: str) -> None:
        factory = ServerFactory(info)
        bell = Bell()
        read = factory.recorder
        beside = Beside(ServerKeys(read.run), ServerTiles(read.run))
        super().__init__(factory, read, beside, poll=POLL_SECONDS, bell=bell)
        self._listener = Listener(info, bell)
        self._connections = factory.connections

    def server_time(self) -> datetime | None:
        """See `Table.server_time`."""
        ((now,),) = self.read.run("SELECT clock_timestamp()")
        return now if isinstance(now, datetime) else None

    @property
    def load(self) -> Load:
        """How much is asked of it, see `Table.load`."""
        return super().load._replace(lent=self._connections.lent)

    def wait_beyond(self, position: int, timeout: float) -> bool:
        """Wait for a row after a position, see `Table.wait_beyond`."""
        self._listener.start()
        return super().wait_beyond(position, timeout)

    def close(self) -> None:
        """Close all connections."""
        super().close()
        self._listener.close()


def server_table(url: str, *, role: str | None, read_only: bool) -> ServerTable:
    """Return the table on a server that has been migrated; it connects on first use."""
    return ServerTable(conninfo(url, role=role, read_only=read_only))
