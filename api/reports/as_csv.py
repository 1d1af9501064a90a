"""A report as CSV (RFC 4180, UTF-8): lines that begin with `#` above and below, names, rows.

The names of columns and what stands in rows are the same in every language, for programs; the lines
that begin with `#` are for people. In another language than English one more of them, right above
the names, has the columns in words, and the file begins with a mark of its encoding, without which
a spreadsheet takes the characters for others.

Whoever opens it in a spreadsheet must not run what a player calls himself, nor may that pass for a
line of the head or foot: a text that begins like a formula or one of these gets an apostrophe in
front.
"""

import csv
import json
from io import TextIOWrapper
from typing import Any, BinaryIO, Final

from api.reports.as_json import ending
from api.reports.form import Cell, Check
from api.reports.heading import Heading
from api.reports.tally import NO_ACTIVITY, Tally
from domain.kernel.text import word
from replay.messages.say import Say, english

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell must not begin with. Full-width signs count in some spreadsheets as well."""
_WIDE: Final = ("＝", "＋", "－", "＠")
_HEAD: Final = "#"
_ENCODING: Final = "\ufeff"


def write_csv(heading: Heading, tally: Tally, out: BinaryIO, say: Say = english) -> list[Check]:
    """Write a report; return its checks."""
    file = TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    names = [one.name for one in tally.columns]
    labels = [say(one.label) for one in tally.columns]
    try:
        lines = csv.writer(file)
        if labels != names:
            file.write(_ENCODING)
        for name, value in heading.items():
            lines.writerow([f"# {say(word(name))}", safe(_plain(value, say))])
        if labels != names:
            lines.writerow([f"# {labels[0]}", *labels[1:]])
        lines.writerow(names)
        for cells in tally.shown():
            lines.writerow([safe(cell) for cell in cells])
        checks = list(tally.checks())
        if not tally.active:
            lines.writerow([f"# {say(NO_ACTIVITY)}"])
        for name, value in ending(tally, checks, say).items():
            if name != "note":
                lines.writerow([f"# {say(word(name))}", safe(_plain(value, say))])
    finally:
        file.detach()
    return checks


def safe(cell: Cell) -> Cell:
    """Return a cell that nobody takes for a formula or a head; numbers are left as they are."""
    if isinstance(cell, str) and cell.startswith((*FORMULAS, *_WIDE, _HEAD)):
        return f"'{cell}"
    return cell


def _plain(value: Any, say: Say) -> str:  # noqa: ANN401 -- any JSON
    return say(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
