"""Where the views are: `PAIPU_VIEWS`, or else beside the log."""

from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from domain.log.address import MEMORY, SQLITE
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
    """Return the SQLAlchemy URL of an address. Raises `ViewsAddressError` for any other kind."""
    path = views.removeprefix(SQLITE)
    if path != views and path and "\0" not in path:
        return URL.create("sqlite", database=str(Path(path).absolute()))
    if views.startswith(POSTGRES):
        try:
            return make_url(views).set(drivername="postgresql+psycopg")
        except (ArgumentError, ValueError):
            pass
    own = " (a log in memory has no place for them)" if views == MEMORY else ""
    message = f"the address of views is {SQLITE}PATH or {POSTGRES[0]}…{own}"
    raise ViewsAddressError(message)
