"""Who owns a database's tables, and who serves with them: two roles apart on a PostgreSQL server.

The owner's role makes and owns everything and is taken on for migrating only. The service's role
may read, and append through one function. Both are roles without login, named after the database,
since a server's roles are shared by its databases. Logins are made members of them.
"""

from hashlib import sha256
from typing import Final

from sqlalchemy import Connection
from sqlalchemy import text as sql

from domain.kernel.text import text
from domain.log.errors import NotALogError

LONGEST: Final = 63
"""Bytes of an identifier that PostgreSQL keeps."""

_WHERE = sql("SELECT current_database(), current_user, current_setting('server_version_num')::int")
_OWNER = sql(
    "SELECT pg_get_userbyid(relowner) FROM pg_class"
    " WHERE oid = to_regclass('public.alembic_version')"
)
_KNOWN = sql("SELECT count(*) FROM pg_roles WHERE rolname IN (:owner, :service)")
_CREATOR = sql("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user")
_MEMBER = sql("SELECT pg_has_role(:owner, :how)")
_SET_MEMBERSHIP: Final = 160000


def role_names(database: str) -> tuple[str, str]:
    """Return the owner's and the service's role of a database, cut to what a name may have."""
    name = database.encode()
    stem = database
    if len(name) + len("_service") > LONGEST:
        stem = f"{name[:30].decode(errors='ignore')}_{sha256(name).hexdigest()[:12]}"
    return f"{stem}_owner", f"{stem}_service"


def take_on_owner(connection: Connection) -> tuple[str, ...]:
    """Act as the owner's role until the transaction ends; make both roles if they are missing.

    Returns what the operator should know: when this user may not make roles, and nobody has made
    them before, everything belongs to this user instead. A database that was migrated so stays so.
    Raises `NotALogError` when the tables belong to somebody whom this user may not act as.
    """
    database, user, version = connection.execute(_WHERE).one()
    owner, service = role_names(database)
    known = connection.execute(_KNOWN, {"owner": owner, "service": service}).scalar_one() == 2  # noqa: PLR2004 -- both
    before = connection.execute(_OWNER).scalar_one_or_none()
    if before not in (None, owner):
        _require(connection, before, version)
        _set_role(connection, before)
        return (_undivided(before, owner, service),)
    if not known and not connection.execute(_CREATOR).scalar_one():
        return (_undivided(user, owner, service),)
    if before is None:
        _make(connection, owner, service, known=known)
    _require(connection, owner, version)
    _set_role(connection, owner)
    return ()


def service_of(connection: Connection) -> str | None:
    """Return the service's role, quoted, while the owner's is taken on; None if they are one."""
    database, user, _ = connection.execute(_WHERE).one()
    owner, service = role_names(database)
    return _quoted(connection, service) if user == owner else None


def _make(connection: Connection, owner: str, service: str, *, known: bool) -> None:
    owner, service = _quoted(connection, owner), _quoted(connection, service)
    if not known:
        for role in (owner, service):
            connection.exec_driver_sql(
                f"DO $$ BEGIN CREATE ROLE {role} NOLOGIN;"
                " EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            )
            connection.exec_driver_sql(f"GRANT {role} TO CURRENT_USER")
    connection.exec_driver_sql(f"GRANT USAGE, CREATE ON SCHEMA public TO {owner}")
    connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA public TO {service}")


def _require(connection: Connection, role: str, version: int) -> None:
    how = "SET" if version >= _SET_MEMBERSHIP else "MEMBER"
    if not connection.execute(_MEMBER, {"owner": role, "how": how}).scalar_one():
        message = text(
            "the log belongs to the role {role}; migrate as a user who may act as it", role=role
        )
        raise NotALogError(message)


def _set_role(connection: Connection, role: str) -> None:
    connection.exec_driver_sql(f"SET LOCAL ROLE {_quoted(connection, role)}")


def _quoted(connection: Connection, name: str) -> str:
    return connection.dialect.identifier_preparer.quote_identifier(name)


def _undivided(user: str, owner: str, service: str) -> str:
    return (
        f"the log belongs to {user}, who may append and could drop its guards as well; for roles"
        f" apart, have {owner} and {service} made before a database is migrated first"
    )
