"""Where a log is: `memory:`, or `sqlite:///` and a path (`sqlite:////…` for an absolute one)."""

from pathlib import Path
from typing import Final

from domain.log.errors import LogAddressError

MEMORY: Final = "memory:"
SQLITE: Final = "sqlite:///"


def sqlite_path(url: str) -> Path | None:
    """Return the file that an address names, or None for a log in memory.

    Raises `LogAddressError` for any other address.
    """
    if url == MEMORY:
        return None
    path = url.removeprefix(SQLITE)
    if path == url or not path or "\0" in path:
        message = f"a log's address is {MEMORY} or {SQLITE}PATH"
        raise LogAddressError(message)
    return Path(path)
