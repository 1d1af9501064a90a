"""Days, months and years are those of a time zone, whatever its clocks do."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from api.reports.errors import BadPeriodError, BadZoneError
from api.reports.period import NOW, Period, Wanted, days_in, period_of, zone_named

AT = datetime(2026, 3, 29, 12, tzinfo=UTC)


def bounds(wanted: Wanted, zone: str) -> tuple[str | None, str | None]:
    found = period_of(wanted, zone_named(zone), AT)
    return tuple(None if one is None else one.strftime("%Y-%m-%dT%H:%M") for one in found[1:])  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("wanted", "zone", "since", "until"),
    [
        (Wanted(day="2026-03-29"), "UTC", "2026-03-29T00:00", "2026-03-30T00:00"),
        (Wanted(day="2026-03-29"), "Europe/Paris", "2026-03-28T23:00", "2026-03-29T22:00"),
        (Wanted(day="2026-10-25"), "Europe/Paris", "2026-10-24T22:00", "2026-10-25T23:00"),
        (Wanted(day="2026-03-08"), "America/New_York", "2026-03-08T05:00", "2026-03-09T04:00"),
        (Wanted(day="2026-01-01"), "Asia/Kathmandu", "2025-12-31T18:15", "2026-01-01T18:15"),
        # Midnight is skipped: the day begins where clocks leap to.
        (Wanted(day="2018-11-04"), "America/Sao_Paulo", "2018-11-04T03:00", "2018-11-05T02:00"),
        # Midnight comes twice: the day begins with the first one.
        (Wanted(day="2026-11-01"), "America/Havana", "2026-11-01T04:00", "2026-11-02T05:00"),
        # A day that a zone left out has no moment.
        (Wanted(day="2011-12-30"), "Pacific/Apia", "2011-12-30T10:00", "2011-12-30T10:00"),
        (Wanted(month="2026-02"), "UTC", "2026-02-01T00:00", "2026-03-01T00:00"),
        (Wanted(month="2026-12"), "Asia/Taipei", "2026-11-30T16:00", "2026-12-31T16:00"),
        (Wanted(year="2028"), "UTC", "2028-01-01T00:00", "2029-01-01T00:00"),
        (Wanted(day=NOW), "Pacific/Auckland", "2026-03-29T11:00", "2026-03-30T11:00"),
        (Wanted(month=NOW), "UTC", "2026-03-01T00:00", "2026-04-01T00:00"),
        (Wanted(year=NOW), "UTC", "2026-01-01T00:00", "2027-01-01T00:00"),
        (Wanted(life=True), "UTC", None, None),
        (Wanted(), "UTC", None, None),
        (Wanted(since="2026-03-29"), "Europe/Paris", "2026-03-28T23:00", None),
        (Wanted(until="2026-03-29T02:30+05:30"), "Europe/Paris", None, "2026-03-28T21:00"),
        (Wanted(until="2026-03-29T12:00"), "Europe/Paris", None, "2026-03-29T10:00"),
    ],
)
def test_a_period_is_half_open_in_utc(
    wanted: Wanted, zone: str, since: str | None, until: str | None
) -> None:
    assert bounds(wanted, zone) == (since, until)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(day="2026-02-30"),
        Wanted(day="20260228"),
        Wanted(day="2026-W09-6"),
        Wanted(day=""),
        Wanted(month="2026-13"),
        Wanted(month="2026-3"),
        Wanted(month="2026-03-01"),
        Wanted(year="26"),
        Wanted(year="9999"),
        Wanted(day="0001-01-01"),
        Wanted(since="yesterday"),
        Wanted(since="2026-03-29T25:00"),
        Wanted(since="2026-03-29", until="2026-03-29"),
        Wanted(since="2026-03-30", until="2026-03-29"),
        Wanted(day="2026-03-29", month="2026-03"),
        Wanted(day="2026-03-29", until="2026-03-30"),
        Wanted(year="2026", life=True),
    ],
)
def test_what_is_no_period_is_refused(wanted: Wanted) -> None:
    with pytest.raises(BadPeriodError):
        period_of(wanted, ZoneInfo("Asia/Taipei"), AT)


@pytest.mark.parametrize(
    "name",
    [
        *("", "Paris", "Europe", "europe/nowhere", "/etc/passwd", "../x", "A" * 300, "\0", "巴黎"),
        *("localtime", "posixrules", "posix/UTC", "right/UTC"),  # of this machine, if it has them
    ],
)
def test_what_is_no_time_zone_is_refused(name: str) -> None:
    with pytest.raises(BadZoneError) as refused:
        zone_named(name)
    assert name == "" or name not in str(refused.value).split()


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/Sao_Paulo", "Pacific/Apia", "UTC"])
def test_the_days_of_a_period_follow_one_another_without_a_gap(zone: str) -> None:
    first = datetime(2011, 3, 4, 5, tzinfo=UTC)
    last = datetime(2012, 3, 4, 5, tzinfo=UTC)
    days = list(days_in(Period("", None, None), first, last, ZoneInfo(zone)))
    assert (days[0].since, days[-1].until) == (first, last + timedelta(microseconds=1))
    for one, after in pairwise(days):
        assert one.until == after.since
        assert one.label < after.label
    assert len(days) == 367
    left_out = "2011-12-30" not in {one.label for one in days}
    assert left_out == (zone == "Pacific/Apia")
    within = Period("", first + timedelta(days=1), first + timedelta(days=3))
    some = list(days_in(within, first, last, ZoneInfo(zone)))
    assert (some[0].since, some[-1].until) == (within.since, within.until)
