"""The time a report is about: a day, month or year of a time zone, any range, or all there is.

A period goes from one local midnight to before another, both as moments of UTC. So a day on which
clocks are changed has 23 or 25 hours, and every fact falls into one day and no other.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from api.reports.errors import BadPeriodError, BadZoneError
from domain.kernel.text import text
from projections.moments import moment

NOW: Final = "now"
"""Asks for the day, month or year that runs."""
LIFE: Final = text("life to date")


class Wanted(NamedTuple):
    """Which time was asked for, in the words of whoever asked."""

    day: str | None = None
    month: str | None = None
    year: str | None = None
    since: str | None = None
    until: str | None = None
    life: bool = False


class Period(NamedTuple):
    """From `since` to before `until`, in UTC; None is no bound. `label` is what it is called."""

    label: str
    since: datetime | None
    until: datetime | None

    @property
    def begins(self) -> str | None:
        """When it begins, as times stand in rows."""
        return None if self.since is None else moment(self.since)

    @property
    def ends(self) -> str | None:
        """When it ends, as times stand in rows."""
        return None if self.until is None else moment(self.until)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, such as `Europe/Paris`. Raises `BadZoneError`.

    Others that a machine may know, such as `localtime`, mean something else on another one.
    """
    if name not in _zones():
        raise BadZoneError(text("a time zone is an IANA name such as Europe/Paris or UTC"))
    return ZoneInfo(name)


@cache
def _zones() -> frozenset[str]:
    return frozenset(files("tzdata").joinpath("zones").read_text("ascii").split())


def period_of(wanted: Wanted, zone: ZoneInfo, now: datetime) -> Period:
    """Return the period that was asked for, life to date if none was. Raises `BadPeriodError`."""
    ranged = wanted.since is not None or wanted.until is not None
    named = [wanted.day, wanted.month, wanted.year]
    if sum((*(one is not None for one in named), ranged, wanted.life)) > 1:
        raise BadPeriodError(text("one of day, month, year, life, or since and until"))
    today = now.astimezone(zone).date()
    try:
        if wanted.day is not None:
            return _day(today if wanted.day == NOW else _date(wanted.day), zone)
        if wanted.month is not None:
            return _month(today if wanted.month == NOW else _date(f"{wanted.month}-01"), zone)
        if wanted.year is not None:
            return _year(today if wanted.year == NOW else _date(f"{wanted.year}-01-01"), zone)
        return _range(wanted, zone) if ranged else Period(LIFE, None, None)
    except (ValueError, OverflowError):
        message = text(
            "a day is 2026-03-29, a month 2026-03, a year 2026; since and until are a day"
            " or a moment such as 2026-03-29T06:00:00+02:00"
        )
        raise BadPeriodError(message) from None


def _date(day: str) -> date:
    found = date.fromisoformat(day)
    if found.isoformat() != day:  # other ways of writing one, such as that of weeks
        raise ValueError
    return found


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins. Where clocks skip midnight, that is the leap."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def _day(day: date, zone: ZoneInfo) -> Period:
    return Period(str(day), midnight(day, zone), midnight(day + timedelta(days=1), zone))


def _month(day: date, zone: ZoneInfo) -> Period:
    first = day.replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    return Period(f"{first:%Y-%m}", midnight(first, zone), midnight(after, zone))


def _year(day: date, zone: ZoneInfo) -> Period:
    first = day.replace(month=1, day=1)
    after = first.replace(year=first.year + 1)
    return Period(f"{first:%Y}", midnight(first, zone), midnight(after, zone))


def _range(wanted: Wanted, zone: ZoneInfo) -> Period:
    since, until = (
        None if told is None else _moment(told, zone) for told in (wanted.since, wanted.until)
    )
    if since is not None and until is not None and since >= until:
        raise BadPeriodError(text("a range ends after it begins"))
    label = text(
        "{since} to {until}",
        since=wanted.since or text("the beginning"),
        until=wanted.until or text("now"),
    )
    return Period(label, since, until)


def _moment(text: str, zone: ZoneInfo) -> datetime:
    """Return a day's beginning, or a moment; without an offset it is local time."""
    if "T" not in text:
        return midnight(_date(text), zone)
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo is not None else found.replace(tzinfo=zone)).astimezone(UTC)


def days_in(period: Period, first: datetime, last: datetime, zone: ZoneInfo) -> Iterator[Period]:
    """Yield the local days of a period from that of one moment to that of another.

    Each is as much of the day as lies in the period.
    """
    since = first if period.since is None else max(first, period.since)
    after = last + timedelta(microseconds=1)
    until = after if period.until is None else min(after, period.until)
    day = since.astimezone(zone).date()
    while midnight(day, zone) < until:
        one = _day(day, zone)
        begin, end = max(one.since or since, since), min(one.until or until, until)
        if begin < end:  # a zone that moved over the date line has left a day out
            yield Period(one.label, begin, end)
        day += timedelta(days=1)
