"""Opening the table at an address, whichever database that is."""

from domain.log.adapter.memory import memory_table
from domain.log.adapter.sqlite import file_table
from domain.log.address import is_postgres, sqlite_path
from domain.log.revision import require_current
from domain.log.table import Table


def open_table(url: str, *, read_only: bool) -> Table:
    """Open a table that has been migrated, or a new one in memory. Raises a `LogError`."""
    if is_postgres(url):
        # Imported late: the driver takes longer to import than a short command on a file to run.
        from domain.log.adapter.postgres import server_table  # noqa: PLC0415
        from domain.log.adapter.server import require_current_server  # noqa: PLC0415

        return server_table(url, role=require_current_server(url), read_only=read_only)
    path = sqlite_path(url)
    if path is None:
        return memory_table()
    require_current(path)
    return file_table(path, read_only=read_only)
