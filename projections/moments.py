"""Times in rows: text that sorts as time does."""

from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
FIRST: Final = datetime.min.replace(tzinfo=UTC)
LAST: Final = datetime.max.replace(tzinfo=UTC)


def moment(time: datetime) -> str:
    """Return a time in UTC, to the microsecond: `2026-01-02T03:04:05.678901Z`.

    One that no calendar has in UTC stands for the nearest.
    """
    try:
        utc = time.astimezone(UTC)
    except OverflowError:
        utc = FIRST if time.year == FIRST.year else LAST
    return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def moment_of_ms(milliseconds: int) -> str:
    """Return a Unix time in milliseconds in the same form."""
    return moment(EPOCH + timedelta(milliseconds=milliseconds))
