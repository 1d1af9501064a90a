"""A report as CSV (RFC 4180, UTF-8): lines that begin with `#` above and below, names, rows.

Whoever opens it in a spreadsheet must not run what a player calls himself: a text that a formula
could begin with gets an apostrophe in front.
"""

import csv
import json
from io import TextIOWrapper
from typing import Any, BinaryIO, Final

from api.reports.as_json import ending
from api.reports.form import Cell, Check
from api.reports.heading import Heading
from api.reports.tally import NO_ACTIVITY, Tally

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell must not begin with. Full-width signs count in some spreadsheets as well."""
_WIDE: Final = ("＝", "＋", "－", "＠")


def write_csv(heading: Heading, tally: Tally, out: BinaryIO) -> list[Check]:
    """Write a report; return its checks."""
    file = TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    try:
        lines = csv.writer(file)
        for name, value in heading.items():
            lines.writerow([f"# {name}", safe(_plain(value))])
        lines.writerow([one.name for one in tally.columns])
        for cells in tally.shown():
            lines.writerow([safe(cell) for cell in cells])
        checks = list(tally.checks())
        if not tally.active:
            lines.writerow([f"# {NO_ACTIVITY}"])
        for name, value in ending(tally, checks).items():
            if name != "note":
                lines.writerow([f"# {name}", safe(_plain(value))])
    finally:
        file.detach()
    return checks


def safe(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula; numbers are left as they are."""
    if isinstance(cell, str) and cell.startswith((*FORMULAS, *_WIDE)):
        return f"'{cell}"
    return cell


def _plain(value: Any) -> str:  # noqa: ANN401 -- any JSON
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
