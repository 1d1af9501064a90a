"""Times in rows: text that sorts as time does."""

from datetime import UTC, datetime


def moment(time: datetime) -> str:
    """Return a time in UTC, to the microsecond: `2026-01-02T03:04:05.678901Z`."""
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
