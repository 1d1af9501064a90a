"""What bringing tables up to date needs, whichever tables they are: a configuration and a file."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

if TYPE_CHECKING:
    from alembic.config import Config


def configured(scripts: str, connection: Connection | None) -> "Config":
    """Return Alembic's configuration for the migrations `scripts`, wherever they are installed."""
    from alembic.config import Config  # noqa: PLC0415 -- it takes long to import, and few migrate

    config = Config()
    config.set_main_option("script_location", scripts)
    config.attributes["connection"] = connection
    return config


def bring_up_to_date(scripts: str, connection: Connection) -> None:
    """Run on a connection those of the migrations `scripts` that it has not seen."""
    from alembic import command  # noqa: PLC0415 -- likewise

    command.upgrade(configured(scripts, connection), "head")


def create_file(path: Path) -> None:
    """Create an empty file for the owner alone; SQLite gives its companions the same mode.

    A file that is there stays as it is. Raises `OSError`.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
