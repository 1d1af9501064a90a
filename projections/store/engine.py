"""The database of the views, open: transactions to read in and to write in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from domain.kernel.text import text
from projections.store.address import database_url, server_info
from projections.store.errors import ViewsMissingError, saying_why
from projections.store.position import Place, live_place
from projections.store.revision import require_current

LOCK_SECONDS: Final = 10
"""How long a writer waits for another one's transaction."""


class Views:
    """The database of the views, safe to share between threads."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(paipu_begin="BEGIN IMMEDIATE")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def lent(self) -> int:
        """How many connections are in use."""
        pool = self._engine.pool
        return pool.checkedout() if isinstance(pool, sa.QueuePool) else 0

    def close(self) -> None:
        """Release the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Yield a connection whose whole work sees one moment of the database."""
        level = {} if self._engine.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        with (
            saying_why(DBAPIError),
            self._engine.connect().execution_options(**level) as connection,
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Yield a connection whose whole work is one transaction, undone by any error."""
        with saying_why(DBAPIError), self._writing.begin() as connection:
            yield connection

    def place(self, name: str) -> Place:
        """Return where the live rows of a projection have come to."""
        with self.reading() as connection:
            return live_place(connection, name)


def open_views(address: str) -> Views:
    """Open the views at an address, which must have been migrated. Raises a `ViewsError`."""
    url = database_url(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        message = text(
            "there are no views at {path}; `paipu migrate` creates them", path=url.database
        )
        raise ViewsMissingError(message)
    engine = engine_of(url) if url.get_backend_name() == "sqlite" else _server_engine(address)
    try:
        with saying_why(DBAPIError), engine.connect() as connection:
            require_current(connection)
    except BaseException:
        engine.dispose()
        raise
    return Views(engine)


def _server_engine(address: str) -> sa.Engine:
    import psycopg  # noqa: PLC0415 -- it takes long to import

    info = server_info(address)
    return sa.create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(info),
        pool_size=4,
        max_overflow=8,
        pool_pre_ping=True,
    )


def engine_of(url: sa.URL) -> sa.Engine:
    """Return an engine for a file; it begins every transaction, which the driver would not do."""
    given = {"isolation_level": None, "timeout": LOCK_SECONDS}
    engine = sa.create_engine(url, connect_args=given)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 -- whatever the driver gives
    """Rows lost with the last moments before a power cut are folded again from the log."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("paipu_begin", "BEGIN"))
