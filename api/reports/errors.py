"""Why a report cannot be made as it was asked for: a stable code each, and nothing is changed."""

from domain.kernel.text import Text
from domain.log.errors import LogError


class ReportError(LogError):
    """A report was asked for in a way that has no answer."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)


class NotThereError(ReportError):
    """A report or a filter names what is not there."""


class NoSuchReportError(NotThereError):
    """There is no report of that name."""

    code = "no_such_report"


class NoSuchPlayerError(NotThereError):
    """Nobody has created the player, nor was anybody of that name dealt in."""

    code = "no_such_player"


class NoSuchTableError(NotThereError):
    """Nobody has opened the table, nor was a round played there."""

    code = "no_such_table"


class NoSuchRoundError(NotThereError):
    """Nobody has opened the round."""

    code = "no_such_round"


class BadPeriodError(ReportError):
    """The time that a report is to be about is none, or there are several."""

    code = "bad_period"


class BadZoneError(ReportError):
    """There is no such time zone."""

    code = "bad_time_zone"


class BadFilterError(ReportError):
    """A filter has no meaning for this report, or it needs one that was not given."""

    code = "bad_filter"


class BadReferencesError(ReportError):
    """The file of external references cannot be read."""

    code = "bad_references"


class BeyondFormError(ReportError):
    """A figure is larger than this form of the report can hold."""

    code = "beyond_form"
