"""Bringing a log's tables up to date, from nothing or from any earlier form."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from domain.kernel.text import reason_of, text
from domain.log.address import is_postgres, sqlite_path
from domain.log.errors import LogAddressError, NotALogError
from domain.log.revision import refuse_newer, revision_of
from projections.migrating import bring_up_to_date, configured, create_file

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS: Final = "projections:migrations"
"""Found by package, in a checkout and in an installation alike."""


def migrate(url: str) -> tuple[str, ...]:
    """Create or upgrade the log at an address; a log in memory needs nothing.

    A new file is readable by its owner only; on a server the database must be there, empty or
    migrated before. Done twice, or by several processes at once, it changes nothing more;
    interrupted, it has changed nothing. Returns what the operator should know, in sentences.
    Raises a `LogError` when this cannot become a log, or is newer than this program.
    """
    if is_postgres(url):
        return _migrate_server(url)
    path = sqlite_path(url)
    if path is not None:
        _create(path)
        refuse_newer(path, revision_of(path))
        with transaction(url) as connection:
            bring_up_to_date(SCRIPTS, connection)
    return ()


def _migrate_server(url: str) -> tuple[str, ...]:
    from projections.migrations.server import revision_on, server_transaction  # noqa: PLC0415 -- the driver takes long to import

    with server_transaction(url) as (connection, notes):
        refuse_newer("the database", revision_on(connection))
        bring_up_to_date(SCRIPTS, connection)
    return notes


def configuration(connection: Connection | None = None) -> "Config":
    """Return Alembic's configuration for these migrations, wherever they are installed."""
    return configured(SCRIPTS, connection)


def _create(path: Path) -> None:
    try:
        create_file(path)
    except OSError as error:
        message = text(
            "{path} cannot be created or opened: {reason}", path=path, reason=reason_of(error)
        )
        raise NotALogError(message) from error


@contextmanager
def transaction(url: str) -> Iterator[Connection]:
    """Yield a connection whose whole work is one transaction that excludes other migrations."""
    if is_postgres(url):
        from projections.migrations.server import server_transaction  # noqa: PLC0415 -- as above

        with server_transaction(url) as (connection, _):
            yield connection
        return
    path = sqlite_path(url)
    if path is None:
        message = text("a log in memory has no tables to migrate")
        raise LogAddressError(message)
    with _file_transaction(path) as connection:
        yield connection


@contextmanager
def _file_transaction(path: Path) -> Iterator[Connection]:
    """Yield a connection to a file. The driver would begin no transaction, so it is spelt out."""
    address = URL.create("sqlite", database=str(path.absolute()))
    engine = create_engine(address, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            connection.exec_driver_sql("PRAGMA synchronous=FULL")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            connection.exec_driver_sql("COMMIT")
    except DatabaseError as error:
        message = text("{path} cannot be migrated: {reason}", path=path, reason=error.orig)
        raise NotALogError(message) from None
    finally:
        engine.dispose()
