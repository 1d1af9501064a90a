"""A report as an officer reads it: what it is, aligned columns, totals, checks; in one language."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, BinaryIO, Final

from api.reports.errors import BeyondFormError
from api.reports.form import GAME, Check, Column
from api.reports.heading import Heading
from api.reports.tally import NO_ACTIVITY, Tally
from domain.kernel.text import joined, text, word
from replay.messages.say import Say, english
from replay.text import cells as width_of
from replay.text import padded, printable

MOST_LINES: Final = 100_000
"""Nobody reads more, and all of them are held to be aligned."""
TOTAL: Final = text("total")
MARKS: Final = {True: text("ok"), False: text("FAILED")}
COMMA: Final = text(", ")


def write_text(heading: Heading, tally: Tally, out: BinaryIO, say: Say = english) -> list[Check]:
    """Write a report in a language; return its checks. Raises `BeyondFormError`."""
    rows = [
        [_shown(one.said(cell), say) for one, cell in zip(tally.columns, cells, strict=True)]
        for cells in islice(tally.shown(), MOST_LINES + 1)
    ]
    if len(rows) > MOST_LINES:
        raise BeyondFormError(
            text(
                "as text a report has at most {most} lines; ask for CSV",
                most=MOST_LINES,
            )
        )
    checks = list(tally.checks())
    lines = [*_head(heading, say), "", *_body(tally, rows, say), "", *_foot(tally, checks, say)]
    out.write("".join(f"{line}\n" for line in lines).encode())
    return checks


def _head(heading: Heading, say: Say) -> Iterator[str]:
    yield f"{say(heading['title'])} · {say(heading['period'])}"
    told = {
        say(word(name)): say(_value(name, value))
        for name, value in heading.items()
        if name not in {"title", "period"}
    }
    width = max(map(width_of, told))
    for name, value in told.items():
        yield f"{padded(name, width)}  {printable(value)}"


def _value(name: str, value: Any) -> str:  # noqa: ANN401 -- any JSON
    """Return what stands in the head under a name; names of the house's own are said otherwise."""
    if isinstance(value, Mapping):
        return _pairs(value) or "-"
    if isinstance(value, list):
        return joined(COMMA, (Column(one).label for one in value)) or "-"
    if name in {"accounts", GAME}:
        return word(value)
    if value is None:
        return "-"
    return value if isinstance(value, str) else str(value)


def _pairs(values: Mapping[str, Any]) -> str:
    each = (
        text("{name} {value}", name=word(name), value=_value(name, value))
        for name, value in values.items()
    )
    return joined(COMMA, each)


def _shown(cell: object, say: Say) -> str:
    return "-" if cell is None else printable(say(cell) if isinstance(cell, str) else str(cell))


def _body(tally: Tally, rows: Sequence[Sequence[str]], say: Say) -> Iterator[str]:
    if not tally.active:
        yield say(NO_ACTIVITY)
    if not rows:
        return
    totals = tally.totals()
    last = [str(totals[one.name]) if one.name in totals else "" for one in tally.columns]
    if totals and not last[0]:
        last[0] = say(TOTAL)
    names = [say(one.label) for one in tally.columns]
    table = [names, *rows, *([last] if totals else [])]
    widths = [max(width_of(row[place]) for row in table) for place in range(len(names))]
    for row in table:
        yield "  ".join(
            _aligned(cell, width, right=column.whole)
            for cell, width, column in zip(row, widths, tally.columns, strict=True)
        ).rstrip()


def _aligned(cell: str, width: int, *, right: bool) -> str:
    return " " * (width - width_of(cell)) + cell if right else padded(cell, width)


def _foot(tally: Tally, checks: Sequence[Check], say: Say) -> Iterator[str]:
    yield say(text("lines  {rows}", rows=tally.rows))
    if (tests := tally.tests()) is not None:
        yield say(text("test accounts, not in the figures above  {sums}", sums=_sums(tests)))
    width = max(width_of(say(mark)) for mark in MARKS.values())
    for check in checks:
        told = say(text("{name}: {detail}", name=check.name, detail=check.detail))
        yield f"{padded(say(MARKS[check.ok]), width)}  {printable(told)}"


def _sums(sums: Mapping[str, int]) -> str:
    """Return sums by the labels of their columns; `rows` is none of them."""
    each = (text("{name} {value}", name=_of(name), value=amount) for name, amount in sums.items())
    return joined(COMMA, each)


def _of(name: str) -> str:
    return word(name) if name == "rows" else Column(name).label
