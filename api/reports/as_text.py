"""A report as an officer reads it: what it is, aligned columns, totals, checks."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO, Final

from api.reports.errors import BeyondFormError
from api.reports.form import Cell, Check
from api.reports.heading import Heading
from api.reports.tally import NO_ACTIVITY, Tally
from domain.kernel.text import text
from replay.text import cells as width_of
from replay.text import printable

MOST_LINES: Final = 100_000
"""Nobody reads more, and all of them are held to be aligned."""


def write_text(heading: Heading, tally: Tally, out: BinaryIO) -> list[Check]:
    """Write a report; return its checks. Raises `BeyondFormError`."""
    rows = [[_shown(cell) for cell in cells] for cells in islice(tally.shown(), MOST_LINES + 1)]
    if len(rows) > MOST_LINES:
        raise BeyondFormError(
            text(
                "as text a report has at most {most} lines; ask for CSV",
                most=MOST_LINES,
            )
        )
    checks = list(tally.checks())
    lines = [*_head(heading), "", *_body(tally, rows), "", *_foot(tally, checks)]
    out.write("".join(f"{line}\n" for line in lines).encode())
    return checks


def _head(heading: Heading) -> Iterator[str]:
    yield f"{heading['title']} · {heading['period']}"
    told = {name: value for name, value in heading.items() if name not in {"title", "period"}}
    width = max(map(len, told))
    for name, value in told.items():
        yield f"{name.ljust(width)}  {printable(_plain(value))}"


def _plain(value: Any) -> str:  # noqa: ANN401 -- any JSON
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items()) or "-"
    if isinstance(value, list):
        return ", ".join(value) or "-"
    return "-" if value is None else str(value)


def _shown(cell: Cell) -> str:
    return "-" if cell is None else printable(str(cell))


def _body(tally: Tally, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if not tally.active:
        yield NO_ACTIVITY
    if not rows:
        return
    names = [one.name for one in tally.columns]
    totals = tally.totals()
    last = [str(totals[name]) if name in totals else "" for name in names]
    if totals and not last[0]:
        last[0] = "total"
    table = [names, *rows, *([last] if totals else [])]
    widths = [max(width_of(row[place]) for row in table) for place in range(len(names))]
    for row in table:
        yield "  ".join(
            _aligned(cell, width, right=column.whole)
            for cell, width, column in zip(row, widths, tally.columns, strict=True)
        ).rstrip()


def _aligned(cell: str, width: int, *, right: bool) -> str:
    room = " " * (width - width_of(cell))
    return room + cell if right else cell + room


def _foot(tally: Tally, checks: Sequence[Check]) -> Iterator[str]:
    yield f"lines  {tally.rows}"
    if (tests := tally.tests()) is not None:
        yield f"test accounts, not in the figures above  {_plain(tests)}"
    for check in checks:
        yield f"{'ok    ' if check.ok else 'FAILED'}  {check.name}: {printable(check.detail)}"
