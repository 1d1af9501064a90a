"""Where the views are: `PAIPU_VIEWS`, or else beside the log."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from domain.kernel.text import text
from domain.log.address import MEMORY, SQLITE, is_plain
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
    if path != views and path and is_plain(path):
        return URL.create("sqlite", database=str(Path(path).absolute()))
    if views.startswith(POSTGRES):
        with suppress(LogAddressError):
            server_info(views)
            return URL.create("postgresql+psycopg")
    own = text(" (a log in memory has no place for them)") if views == MEMORY else ""
    message = text(
        "the address of views is {sqlite}PATH or {postgres}…{own}",
        sqlite=SQLITE,
        postgres=POSTGRES[0],
        own=own,
    )
    raise ViewsAddressError(message)


def server_info(views: str) -> str:
    """Return what to hand to the driver for views on a server. Raises `LogAddressError`.

    It is what the log asks for, without its limits on time: whole projections are rebuilt here.
    """
    from domain.log.adapter.server import (  # noqa: PLC0415 -- the driver takes long to import
        Timeouts,
        conninfo,
    )

    return conninfo(views, timeouts=Timeouts(statement=0, lock=0))
