"""Migrating a log on a PostgreSQL server: one migration at a time, as the owner's role."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from domain.kernel.text import text
from domain.log.adapter.server import Timeouts, connect, conninfo
from domain.log.errors import LogUnavailableError, NotALogError
from projections.migrations.roles import take_on_owner

OLDEST: Final = 150000
"""PostgreSQL 15, the oldest that this was tested with."""
MIGRATIONS: Final = 0x7061697075_01
"""The advisory lock of whoever migrates."""
WAIT_SECONDS: Final = 60


@contextmanager
def server_transaction(url: str) -> Iterator[tuple[Connection, tuple[str, ...]]]:
    """Yield a connection that acts as the log's owner, and what the operator should know.

    Its whole work is one transaction; others that migrate wait for its end.
    """
    info = conninfo(url, timeouts=Timeouts(statement=0, lock=WAIT_SECONDS))
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: _connected(info), poolclass=NullPool
    )
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATIONS})")
            _require_suited(connection)
            yield connection, take_on_owner(connection)
    except DBAPIError as error:
        failure = _meaning(error.orig)
    else:
        return
    finally:
        engine.dispose()
    raise failure


def revision_on(connection: Connection) -> str | None:
    """Return the migration that the database is at, None when there was none yet."""
    known = "SELECT to_regclass('public.alembic_version') IS NOT NULL"
    if not connection.exec_driver_sql(known).scalar_one():
        return None
    row = connection.exec_driver_sql("SELECT version_num FROM public.alembic_version").first()
    return None if row is None else str(row[0])


def _connected(info: str) -> psycopg.Connection:
    connection = connect(info)
    connection.autocommit = False
    return connection


def _require_suited(connection: Connection) -> None:
    version = connection.exec_driver_sql("SHOW server_version_num").scalar_one()
    if int(version) < OLDEST:
        message = text("the log needs PostgreSQL 15 or newer")
        raise NotALogError(message)
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        message = text("the database must have the encoding UTF8")
        raise NotALogError(message)


def _meaning(error: BaseException | None) -> NotALogError | LogUnavailableError:
    told = getattr(getattr(error, "diag", None), "message_primary", None)
    if told is None or isinstance(error, psycopg.errors.LockNotAvailable):
        return LogUnavailableError("the database was lost or stayed locked; migrate again")
    return NotALogError(f"the database cannot be migrated: {told}")
