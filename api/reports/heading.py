"""What stands above every report: what it is, of which time, by which versions, as of where."""

import re
from importlib.metadata import version
from typing import Any, Final

from api.reports.form import Report
from api.reports.source import Asked
from domain.games.games import GAMES, SIZHIDAO
from domain.kernel.text import text, word
from domain.shengji.ruleset import RULES as SHENGJI_RULES
from domain.sizhidao.ruleset import RULES as SIZHIDAO_RULES
from projections.moments import moment

VERSION: Final = version("paipu")
RULES: Final = {"sizhidao": SIZHIDAO_RULES, "shengji": SHENGJI_RULES}
RAKE_RULES: Final = text("{game} {rules}, Z9", game=word(SIZHIDAO.name), rules=SIZHIDAO_RULES)

Heading = dict[str, Any]


def heading_of(report: Report, asked: Asked, position: int) -> Heading:
    """Return the head of a report: names to plain values, in the order in which they are told."""
    assert {game.name for game in GAMES} == RULES.keys()
    period = asked.period
    return {
        "report": report.name,
        "title": report.title,
        "form": report.form,
        "program": VERSION,
        "rules": RULES,
        "rake_rules": RAKE_RULES,
        "period": period.label,
        "since": period.begins,
        "until": period.ends,
        "time_zone": asked.zone.key,
        "filters": {**asked.filters, **_compared(asked)},
        "grouped_by": list(asked.groups),
        "accounts": asked.accounts,
        **(_thresholds(asked) if report.has_threshold else {}),
        "generated_at": moment(asked.now),
        "position": position,
    }


def _thresholds(asked: Asked) -> dict[str, int]:
    return {"large_win": asked.large_win, "large_wager": asked.large_wager}


def _compared(asked: Asked) -> dict[str, str]:
    one = asked.against
    return {} if one is None else {"against": one.name, "sha256": one.sha256}


def file_name(report: Report, asked: Asked, form: str) -> str:
    """Return how a file with a report is called: letters, digits, points and hyphens only."""
    label = re.sub(r"[^0-9A-Za-z]+", "-", asked.period.label).strip("-")
    return f"paipu-{report.name}-{label}.{form}"
