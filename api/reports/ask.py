"""Taking what was asked for in words, and refusing what has no answer."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from api.reports.errors import BadFilterError
from api.reports.form import GAME, PLAYER, Report
from api.reports.period import Wanted, period_of, zone_named
from api.reports.source import Against, Asked
from api.serving import set_large_wager, set_large_win
from domain.games.games import GAMES
from domain.house.labels import is_name
from domain.kernel.text import text

UTC: Final = "UTC"
REAL: Final = "real"
TEST: Final = "test"
ALL: Final = "all"
ACCOUNTS: Final = (REAL, TEST, ALL)


class Choice(NamedTuple):
    """What was chosen: time and zone, filters by name, what to group by, and whose accounts.

    Accounts are `real` ones, if nothing is said; of a single player it does not matter.
    """

    time: Wanted
    zone: str = UTC
    filters: Mapping[str, str | None] = {}
    groups: str | None = None
    accounts: str | None = None


def asked_of(
    report: Report, choice: Choice, now: datetime, against: Against | None = None
) -> Asked:
    """Return a report as it is asked for. Raises a `ReportError`."""
    filters = {name: value for name, value in choice.filters.items() if value is not None}
    for name, value in filters.items():
        _require(report, name, value)
    for name in report.needed:
        if name not in filters:
            raise BadFilterError(
                text("{report} is of one {name}: {name} says which", report=report.name, name=name)
            )
    zone = zone_named(choice.zone)
    return Asked(
        period=period_of(choice.time, zone, now),
        zone=zone,
        filters=filters,
        groups=_groups(report, choice.groups),
        accounts=choice.accounts or (ALL if PLAYER in filters else REAL),
        now=now,
        large_win=set_large_win(),
        large_wager=set_large_wager(),
        against=against,
    )


def _require(report: Report, name: str, value: str) -> None:
    if name not in report.filters:
        known = ", ".join(report.filters) or "none"
        raise BadFilterError(
            text(
                "{report} has no filter {name}; it has {known}",
                report=report.name,
                name=name,
                known=known,
            )
        )
    games = [game.name for game in GAMES]
    if name == GAME and value not in games:
        raise BadFilterError(text("the games are {games}", games=", ".join(games)))
    if not is_name(value):
        raise BadFilterError(text("{name} is no name that anything has", name=name))


def _groups(report: Report, told: str | None) -> tuple[str, ...]:
    groups = report.usual if told is None else tuple(told.split(","))
    if any(one not in report.groups for one in groups) or len(set(groups)) < len(groups):
        known = ", ".join(report.groups) or "nothing"
        raise BadFilterError(
            text(
                "{report} is grouped by {known}, each once at most", report=report.name, known=known
            )
        )
    return groups
