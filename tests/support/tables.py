"""New logs and views in files for tests: a copy of what `paipu migrate` has made once.

Migrating takes as long as many a test. What tests migrations themselves runs them.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.log.address import is_postgres, sqlite_path
from projections.migrating import create_file
from projections.migrations import upgrade
from projections.store import upgrade as views_upgrade


def migrate(url: str) -> None:
    """Make a log at an address, or upgrade the one that is there."""
    _made(url, upgrade.migrate)


def migrate_views(address: str) -> None:
    """Do the same for views."""
    _made(address, views_upgrade.migrate_views)


def _made(address: str, migrating: Callable[[str], object]) -> None:
    path = None if is_postgres(address) else sqlite_path(address)
    if path is None or path.exists():
        migrating(address)
        return
    create_file(path)
    path.write_bytes(_template(migrating))


@cache
def _template(migrating: Callable[[str], object]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "new.db")
        migrating(f"sqlite:///{path}")
        assert [one.name for one in Path(folder).iterdir()] == [path.name]
        return path.read_bytes()
