"""Where a log is: in `memory:`, in a file (`sqlite:///` and a path), or on a PostgreSQL server."""

from pathlib import Path
from typing import Final

from domain.log.errors import LogAddressError

MEMORY: Final = "memory:"
SQLITE: Final = "sqlite:///"
POSTGRES: Final = "postgresql://"
HIDDEN: Final = "***"


def is_postgres(url: str) -> bool:
    """Return whether an address is of the form `postgresql://USER:PASSWORD@HOST:PORT/DATABASE`."""
    return url.startswith(POSTGRES)


def sqlite_path(url: str) -> Path | None:
    """Return the file that an address names, or None for a log in memory.

    Raises `LogAddressError` for any other address.
    """
    if url == MEMORY:
        return None
    path = url.removeprefix(SQLITE)
    if path == url or not path or "\0" in path:
        message = f"a log's address is {MEMORY} or {SQLITE}PATH or {POSTGRES}HOST/DATABASE"
        raise LogAddressError(message)
    return Path(path)


def shown(url: str) -> str:
    """Return an address as it may be shown: without the password in it."""
    if not is_postgres(url):
        return url
    place, mark, query = url.removeprefix(POSTGRES).partition("?")
    login, at, host = place.rpartition("@")
    user, colon, _ = login.partition(":")
    asked = [part.partition("=") for part in query.split("&")]
    told = [(name, sign, HIDDEN if "password" in name else value) for name, sign, value in asked]
    return "".join(
        (POSTGRES, user, colon and f":{HIDDEN}", at, host, mark, "&".join(map("".join, told)))
    )


def without_password(url: str) -> str:
    """Return an address for whoever has the password from elsewhere."""
    place, mark, query = url.partition("?")
    login, at, host = place.removeprefix(POSTGRES).rpartition("@")
    asked = [part for part in query.split("&") if "password" not in part.partition("=")[0]]
    user = login.partition(":")[0]
    return "".join((POSTGRES, user, at, host, mark if any(asked) else "", "&".join(asked)))
