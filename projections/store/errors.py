"""What can be wrong with the views. Each error has a stable code; none quotes stored content."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from domain.kernel.text import text


class ViewsError(Exception):
    """The views cannot be used as they are; the message says what to do."""

    code: ClassVar[str] = "views_error"


class ViewsAddressError(ViewsError):
    """The address of the views is of no known kind."""

    code = "bad_views_address"


class ViewsMissingError(ViewsError):
    """There are no tables of views, or they are old."""

    code = "views_not_migrated"


class NewerViewsError(ViewsError):
    """A newer program made the tables."""

    code = "newer_views"


class ViewsUnavailableError(ViewsError):
    """The database of the views failed, or stayed locked."""

    code = "views_unavailable"


class ViewsAheadError(ViewsError):
    """The views show positions that the log does not have: another log, or an older copy."""

    code = "views_ahead"


class LostRaceError(ViewsError):
    """Another runner moved the position, or a rebuild took its place. Nothing was written."""

    code = "lost_race"


class UnknownProjectionError(ViewsError):
    """There is no projection of that name."""

    code = "unknown_projection"


@contextmanager
def saying_why(driver: type[Exception]) -> Iterator[None]:
    """Raise `ViewsUnavailableError` for a failure of the database."""
    failure = None
    try:
        yield
    except driver as error:
        failure = type(getattr(error, "orig", error)).__name__
    if failure is not None:  # raised out here: the driver's own error may quote rows
        message = text("the views could not be read or written: the database failed ({failure})")
        raise ViewsUnavailableError(message.of(failure=failure))
