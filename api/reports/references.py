"""Reading the file of a payment provider's references and amounts: CSV or JSON."""

import csv
import json
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, Final

from api.reports.errors import BadReferencesError
from api.reports.source import Against, Reference
from domain.chips.amount import MOST
from domain.house.reference.events import Direction
from domain.kernel.text import text

MOST_BYTES: Final = 256 << 20
LONGEST: Final = 100
NEEDED: Final = ("direction", "reference", "points")


def references_in(path: Path) -> Against:
    """Return which file it is, and the payments that it lists.

    Raises `BadReferencesError` naming the first fault.

    CSV has a line of names first; JSON is a list of objects. Of each payment `direction` (`deposit`
    or `withdrawal`), `reference` and `points` are read; whatever else there is has no meaning here.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadReferencesError(text("the file has more than {most} bytes", most=MOST_BYTES))
        read = path.read_bytes()
        content = read.decode("utf-8-sig")
    except (OSError, ValueError):
        raise BadReferencesError(text("the file cannot be read as text in UTF-8")) from None
    rows = _json_rows if content.lstrip().startswith(("[", "{")) else _csv_rows
    return Against(
        name=os.fsencode(path.name).decode(errors="replace"),
        sha256=sha256(read).hexdigest(),
        references=tuple(_reference(number, row) for number, row in rows(content)),
    )


def _json_rows(content: str) -> Iterator[tuple[int, Any]]:
    try:
        rows = json.loads(content)
    except (ValueError, RecursionError):
        raise BadReferencesError(text("the file is no JSON")) from None
    if not isinstance(rows, list):
        raise BadReferencesError(text("as JSON the file is a list of payments"))
    yield from enumerate(rows, 1)


def _csv_rows(content: str) -> Iterator[tuple[int, Any]]:
    reader = csv.DictReader(StringIO(content, newline=""), strict=True)
    try:
        missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise BadReferencesError(text("the first line has no column {name}", name=missing[0]))
        yield from enumerate(reader, 1)
    except csv.Error:
        raise BadReferencesError(text("line {number} is no CSV", number=reader.line_num)) from None


def _reference(number: int, row: Any) -> Reference:  # noqa: ANN401 -- whatever the file holds
    if not isinstance(row, Mapping):
        raise BadReferencesError(text("payment {number} is no object", number=number))
    direction, reference, points = (row.get(name) for name in NEEDED)
    if direction not in tuple(Direction):
        known = " or ".join(Direction)
        raise BadReferencesError(
            text("payment {number}: direction is {known}", number=number, known=known)
        )
    if not isinstance(reference, str) or not 0 < len(reference) <= LONGEST:
        raise BadReferencesError(
            text(
                "payment {number}: reference is 1 to {most} characters",
                number=number,
                most=LONGEST,
            )
        )
    amount = _points(points)
    if amount is None:
        raise BadReferencesError(
            text(
                "payment {number}: points are a whole number of 1 to {most}",
                number=number,
                most=MOST,
            )
        )
    return Reference(str(direction), reference, amount)


def _points(told: object) -> int | None:
    if isinstance(told, str) and told.isascii() and told.isdigit() and len(told) < LONGEST:
        told = int(told)
    whole = isinstance(told, int) and not isinstance(told, bool)
    return told if whole and isinstance(told, int) and 1 <= told <= MOST else None
