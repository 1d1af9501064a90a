"""Where a log is: in `memory:`, in a file (`sqlite:///` and a path), or on a PostgreSQL server."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from domain.kernel.text import text
from domain.log.errors import LogAddressError

MEMORY: Final = "memory:"
SQLITE: Final = "sqlite:///"
POSTGRES: Final = "postgresql://"
HIDDEN: Final = "***"
_SECRET: Final = re.compile(
    r"pass(?!file)|pwd|secret|token|cred|signature|^sig$|^code$|(?<!require_)auth|(?<!ssl)key",
    re.IGNORECASE,
)
"""Names of what is a secret in a query; the paths of files that hold some are none."""
_PAIR: Final = re.compile(r"([?&#;\s])([^?&#;\s=]+)=([^&#;\s]*)")
_LOGIN: Final = re.compile(r"(://[^:@/]*:).*@", re.DOTALL)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


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
    if path == url or not path or not is_plain(path):
        message = text(
            "a log's address is {memory} or {sqlite}PATH or {postgres}HOST/DATABASE",
            memory=MEMORY,
            sqlite=SQLITE,
            postgres=POSTGRES,
        )
        raise LogAddressError(message)
    return Path(path)


def shown(url: str) -> str:
    """Return an address of whatever kind as it may be shown: without the secrets in it.

    They are the password of a login, and what stands in the query under a name of a secret. Of an
    address in which it can't be told where a password ends, more is hidden rather than less.
    """
    asked = _PAIR.sub(_masked, url)
    return _LOGIN.sub(rf"\1{HIDDEN}@", asked)


def without_password(url: str) -> str:
    """Return an address for whoever has the password from elsewhere."""
    place, mark, query = url.partition("?")
    login, at, host = place.removeprefix(POSTGRES).rpartition("@")
    asked = [part for part in query.split("&") if not _is_secret(part.partition("=")[0])]
    user = login.partition(":")[0]
    return "".join((POSTGRES, user, at, host, mark if any(asked) else "", "&".join(asked)))


def is_plain(text: str) -> bool:
    """Say whether a text has no control character, which neither an address nor a path has."""
    return not _CONTROL.search(text)


def _masked(found: re.Match[str]) -> str:
    before, name, _ = found.groups()
    return f"{before}{name}={HIDDEN}" if _is_secret(name) else found[0]


def _is_secret(name: str) -> bool:
    return _SECRET.search(unquote(name)) is not None
