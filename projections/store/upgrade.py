"""Bringing the tables of views up to date, from nothing or from any earlier form.

They are a branch of their own: in one file with the log, or in another, or in another database.
"""

from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from domain.kernel.text import reason_of, text
from projections.migrating import bring_up_to_date, create_file
from projections.store.address import database_url
from projections.store.engine import Views, engine_of
from projections.store.errors import ViewsUnavailableError
from projections.store.planner import tell_planner
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
    bring_up_to_date(SCRIPTS, connection)
    tell_planner(connection)


def _create(path: Path) -> None:
    try:
        create_file(path)
    except OSError as error:
        message = text(
            "{path} cannot be created or opened: {reason}", path=path, reason=reason_of(error)
        )
        raise ViewsUnavailableError(message) from error
