"""A few connections to a server, made when they are needed and kept for the next who needs one."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row

SIZE: Final = 4
"""Connections of one process; the listener has one more."""
PATIENCE_SECONDS: Final = 5.0
"""How long a caller waits for a connection, also for a server that has just gone away."""
PAUSE_SECONDS: Final = 0.1


class BusyError(psycopg.OperationalError):
    """All connections stayed in use, or the pool is closed."""


class Pool:
    """Hands out connections to one thread each. Unlike the library's it has no threads of its own.

    So whoever finds the server back can go on at once, and a hand-over costs two microseconds.
    """

    def __init__(self, info: str) -> None:
        self._info = info
        self._idle: list[psycopg.Connection[DictRow]] = []
        self._lent: list[psycopg.Connection[DictRow]] = []
        self._free = threading.Semaphore(SIZE)
        self._closed = False

    @property
    def lent(self) -> int:
        """How many connections are in use."""
        return len(self._lent)

    @contextmanager
    def connection(self, *, again: bool = False) -> Iterator[psycopg.Connection[DictRow]]:
        """Lend a connection; `again` says that one was lost, so none of the idle is trusted.

        Then a server that does not answer at once is given some time. Raises `psycopg.Error`.
        """
        if self._closed or not self._free.acquire(timeout=PATIENCE_SECONDS):
            raise BusyError
        try:
            connection = self._reconnected() if again else self._taken()
            self._lent.append(connection)
            try:
                yield connection
            finally:
                self._lent.remove(connection)
                self._put_back(connection)
        finally:
            self._free.release()

    def _taken(self) -> psycopg.Connection[DictRow]:
        try:
            return self._idle.pop()
        except IndexError:
            return psycopg.connect(self._info, autocommit=True, row_factory=dict_row)

    def _put_back(self, connection: psycopg.Connection[DictRow]) -> None:
        status = connection.pgconn.transaction_status
        if status == TransactionStatus.IDLE and not self._closed:
            self._idle.append(connection)
        else:
            connection.close()

    def _reconnected(self) -> psycopg.Connection[DictRow]:
        self._drop_idle()
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return psycopg.connect(self._info, autocommit=True, row_factory=dict_row)
            except psycopg.OperationalError:
                if self._closed or time.monotonic() > end:
                    raise
            time.sleep(PAUSE_SECONDS)

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def close(self) -> None:
        """Close what is idle now, and the others when they come back."""
        self._closed = True
        self._drop_idle()
