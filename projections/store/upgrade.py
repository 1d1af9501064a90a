"""Bringing the tables of views up to date, from nothing or from any earlier form.

They are a branch of their own: in one file with the log, or in another, or in another database.
"""

import os
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from projections.store.address import database_url
from projections.store.engine import Views, engine_of
from projections.store.errors import ViewsUnavailableError
from projections.store.revision import refuse_newer, revision_of

SCRIPTS: Final = "projections.store:migrations"


def migrate_views(address: str) -> None:
    """Create or upgrade the tables of views at an address.

    A new file is readable by its owner only. Done twice, or by two processes at once, it changes
    nothing more; interrupted, it has changed nothing. Raises a `ViewsError`.
    """
    url = database_url(address)
    if url.get_backend_name() == "postgresql":
        _migrate_server(address)
        return
    _create(Path(url.database or ""))
    with closing(Views(engine_of(url))) as views, views.writing() as connection:
        _upgrade(connection)


def _migrate_server(address: str) -> None:
    """Work as the role that owns the log of that database, one migration at a time."""
    from projections.migrations.server import server_transaction  # noqa: PLC0415 -- the driver takes long to import

    with server_transaction(address) as (connection, _):
        _upgrade(connection)


def _upgrade(connection: sa.Connection) -> None:
    refuse_newer(revision_of(connection))
    command.upgrade(configuration(connection), "head")


def configuration(connection: sa.Connection | None = None) -> Config:
    """Return Alembic's configuration for these migrations, wherever they are installed."""
    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.attributes["connection"] = connection
    return config


def _create(path: Path) -> None:
    """Create an empty file for the owner alone; SQLite gives its companions the same mode."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        message = f"{path} cannot be created or opened: {error.strerror}"
        raise ViewsUnavailableError(message) from error
