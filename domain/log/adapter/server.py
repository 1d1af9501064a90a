"""Connections to a PostgreSQL server: how the log asks for them, as whom, and what can fail."""

from typing import Any, Final, NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from domain.kernel.text import text
from domain.log.address import is_plain
from domain.log.errors import (
    LogAddressError,
    LogMissingError,
    LogUnavailableError,
    NotALogError,
    NotMigratedError,
)
from domain.log.revision import REVISIONS, refuse_newer

FORM: Final = text("a server's address is postgresql://USER:PASSWORD@HOST:PORT/DATABASE")
CONNECT_SECONDS: Final = 5
"""How long one attempt to connect may take."""
SILENT_SECONDS: Final = 15
"""After how long a connection without any sign of life counts as lost."""
DIGITS: Final = 9
"""A port of more digits than this is beyond all, whatever it is."""
LOCK_SECONDS: Final = 5
"""How long a writer waits for the others, and anybody for a lock."""
STATEMENT_SECONDS: Final = 30
"""How long the server works on one statement."""

APPEND: Final = "public.append_events(text[], bigint[], text[], bytea[])"
"""What processes of before revision 0005 append with, and by which the service's role is known."""
APPEND_COMMANDS: Final = (
    "public.append_commands"
    "(bigint[], text[], bigint[], text[], bytea[], bigint[], text[], bigint[])"
)

# The role that may append: whom the migrations have allowed to, if this user may act as it.
_SERVICE: Final = """
SELECT allowed.rolname FROM pg_proc AS function, aclexplode(function.proacl) AS entry
  JOIN pg_roles AS allowed ON allowed.oid = entry.grantee
WHERE function.oid = to_regprocedure(%s) AND entry.privilege_type = 'EXECUTE'
  AND entry.grantee <> function.proowner AND pg_has_role(allowed.oid, %s)
"""
_VERSIONED: Final = "SELECT to_regclass('public.alembic_version') IS NOT NULL"
_REVISION: Final = "SELECT version_num FROM public.alembic_version"
_SET_MEMBERSHIP: Final = 160000
"""The server's version from which being a member and being allowed to act as one are two things."""


class Timeouts(NamedTuple):
    """What the server is to give up after, in seconds; 0 is never."""

    statement: int = STATEMENT_SECONDS
    lock: int = LOCK_SECONDS


def conninfo(
    url: str,
    *,
    role: str | None = None,
    read_only: bool = False,
    timeouts: Timeouts = Timeouts(),  # noqa: B008 -- immutable
) -> str:
    """Return what to hand to the driver for connections to the log at `url`.

    What the address itself says is kept and goes before. Raises `LogAddressError`.
    """
    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:
        given = {}
    if not given.get("dbname") or not is_plain(url):
        raise LogAddressError(FORM)
    _require_ports(str(given.get("port", "")))
    settings: dict[str, object] = {
        "search_path": "public",
        "TimeZone": "UTC",
        "statement_timeout": timeouts.statement * 1000,
        "lock_timeout": timeouts.lock * 1000,
        "idle_in_transaction_session_timeout": STATEMENT_SECONDS * 1000,
        "default_transaction_read_only": "on" if read_only else "off",
    }
    if role is not None:
        settings["role"] = _escaped(role)
    ours = " ".join(f"-c {name}={value}" for name, value in settings.items())
    defaults: dict[str, Any] = {
        "application_name": "paipu",
        "client_encoding": "UTF8",
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": SILENT_SECONDS,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": SILENT_SECONDS * 1000,
    }
    options = f"{ours} {given.pop('options', '')}".strip()
    return make_conninfo(**(defaults | given), options=options)


def _require_ports(ports: str) -> None:
    """Raise `LogAddressError` unless all ports between commas are some that there can be."""
    for port in filter(None, ports.split(",")):
        if not (port.isascii() and port.isdecimal() and 0 < int(port[:DIGITS]) < 1 << 16):
            message = text("a port is a number, 1 to 65535")
            raise LogAddressError(message)


def _escaped(value: str) -> str:
    return "".join(f"\\{sign}" if sign.isspace() or sign == "\\" else sign for sign in value)


def connect(info: str) -> psycopg.Connection:
    """Connect, every statement a transaction of its own. Raises the `LogError` that fits."""
    try:
        return psycopg.connect(info, autocommit=True)
    except psycopg.Error as error:
        failure = failure_of(error)
    raise failure


def failure_of(error: psycopg.Error) -> LogMissingError | NotALogError | LogUnavailableError:
    """Return what a failure to connect means, in the server's words, which never hold a row."""
    reason = next(iter(str(error).strip().splitlines()[-1:]), "no reason given")
    reason = reason.rpartition("FATAL:")[2].strip()
    if "database" in reason and "does not exist" in reason:
        return LogMissingError(f"{reason}; create it, then `paipu migrate`")
    if "authentication" in reason or "no pg_hba.conf entry" in reason or "permission" in reason:
        return NotALogError(f"the database server refuses: {reason}")
    return LogUnavailableError(text("the database server cannot be used: {reason}", reason=reason))


def require_current_server(url: str) -> str | None:
    """Return the role to serve as, None for the user's own; raise unless the log can be used.

    Raises `LogMissingError`, `NotMigratedError`, `NewerLogError`, `NotALogError`,
    `LogUnavailableError` or `LogAddressError`.
    """
    with connect(conninfo(url)) as connection:
        role = service_role(connection)
    with connect(conninfo(url, role=role)) as connection:
        revision = revision_on(connection)
    refuse_newer("the database", revision)
    if revision != REVISIONS[-1]:
        message = text("the tables are absent or old; `paipu migrate` brings them up to date")
        raise NotMigratedError(message)
    return role


def service_role(connection: psycopg.Connection) -> str | None:
    """Return the role that may append and that this user may act as, if there is one."""
    how = "SET" if connection.info.server_version >= _SET_MEMBERSHIP else "MEMBER"
    row = connection.execute(_SERVICE, (APPEND, how)).fetchone()
    return None if row is None else str(row[0])


def revision_on(connection: psycopg.Connection) -> str | None:
    """Return the migration that a database is at, None when there was none yet."""
    try:
        row = connection.execute(_VERSIONED).fetchone()
        if row is None or not row[0]:
            return None
        found = connection.execute(_REVISION).fetchone()
        return None if found is None else str(found[0])
    except psycopg.errors.InsufficientPrivilege:
        message = text(
            "this user may not use the log; grant it the service's role (docs/operation.md)"
        )
    raise NotALogError(message)
