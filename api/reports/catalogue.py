"""All reports by name."""

from collections.abc import Mapping
from typing import Final

from api.reports.errors import NoSuchReportError
from api.reports.form import Report
from api.reports.kinds import (
    cash,
    events,
    handled,
    liability,
    opponents,
    performance,
    proofs,
    rake,
    seats,
    statement,
    views,
)
from domain.kernel.text import text

REPORTS: Final[Mapping[str, Report]] = {
    one.name: one
    for one in (
        performance.PERFORMANCE,
        rake.RAKE_REPORT,
        seats.PAYOUTS,
        liability.LIABILITY,
        cash.CASH_REPORT,
        cash.RECONCILIATION,
        handled.ADJUSTMENTS,
        handled.INTERRUPTED,
        seats.WINS,
        statement.STATEMENT,
        opponents.OPPONENTS,
        handled.DISPUTES,
        events.EVENTS,
        proofs.DECKS_REPORT,
        proofs.CHECKPOINTS,
        views.PROJECTED,
    )
}


def report_named(name: str) -> Report:
    """Return a report. Raises `NoSuchReportError`."""
    found = REPORTS.get(name)
    if found is None:
        raise NoSuchReportError(text("the reports are {reports}", reports=", ".join(REPORTS)))
    return found
