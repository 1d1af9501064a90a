"""Where the views are: `PAIPU_VIEWS`, or else beside the log."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from domain.log.address import MEMORY, SQLITE
from domain.log.errors import LogAddressError
from projections.store.errors import ViewsAddressError

VIEWS_SETTING: Final = "PAIPU_VIEWS"
POSTGRES: Final = ("postgresql://", "postgres://")
_SUFFIX: Final = ".views"


def views_beside(log: str) -> str:
    """Return the usual address of the views of a log.

    `sqlite:///var/log.db` has its views in `var/log.views.db`; a PostgreSQL log has them in the
    same database. A log in memory has none of its own: its views need an address.
    """
    if not log.startswith(SQLITE):
        return log
    path = Path(log.removeprefix(SQLITE))
    return SQLITE + str(path.with_name(f"{path.stem}{_SUFFIX}{path.suffix}"))


def database_url(views: str) -> URL:
    """Return the SQLAlchemy URL of an address. Raises `ViewsAddressError` for any other kind.

    Of a server it says the kind only: the driver reads the address itself (`server_info`), since it
    knows forms that SQLAlchemy does not, such as several hosts.
    """
    path = views.removeprefix(SQLITE)
    if path != views and path and "\0" not in path:
        return URL.create("sqlite", database=str(Path(path).absolute()))
    if views.startswith(POSTGRES):
        with suppress(LogAddressError):
            server_info(views)
            return URL.create("postgresql+psycopg")
    own = " (a log in memory has no place for them)" if views == MEMORY else ""
    message = f"the address of views is {SQLITE}PATH or {POSTGRES[0]}…{own}"
    raise ViewsAddressError(message)


def server_info(views: str) -> str:
    """Return what to hand to the driver for views on a server. Raises `LogAddressError`.

    It is what the log asks for, without its limits on time: whole projections are rebuilt here.
    """
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 -- the driver takes long to import

    from domain.log.adapter.server import Timeouts, conninfo  # noqa: PLC0415 -- likewise

    info = conninfo(views, timeouts=Timeouts(statement=0, lock=0))
    ports = str(conninfo_to_dict(info).get("port", ""))
    if not ports.replace(",", "0").isdecimal() and ports:
        message = "a port is a number"
        raise LogAddressError(message)
    return info
