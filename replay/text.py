"""Text for a terminal: tables, and names that cannot play tricks on it."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final
from unicodedata import east_asian_width

_WIDTH: Final = 100


def printable(text: str) -> str:
    """Return text with everything that is not printable written as an escape.

    Names come from outside: a control character in one must not move the cursor of an officer.
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def short(text: str, most: int = 200) -> str:
    """Return text made printable, and cut after `most` characters."""
    cut = text if len(text) <= most else f"{text[:most]}…"
    return printable(cut)


def folded(text: str) -> list[str]:
    """Return text in lines that a terminal has room for."""
    return wrap(text, _WIDTH, break_on_hyphens=False)


def cells(text: str) -> int:
    """Return how many columns of a terminal text takes: a Chinese character takes two."""
    return sum(2 if east_asian_width(char) in {"W", "F"} else 1 for char in text)


def table(
    header: Sequence[object],
    rows: Sequence[Sequence[object]],
    words: int = 1,
) -> Iterator[str]:
    """Yield the lines of a table: the first `words` columns to the left, others to the right."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    for row in cells:
        sized = zip(row, widths, strict=True)
        aligned = (
            cell.ljust(width) if column < words else cell.rjust(width)
            for column, (cell, width) in enumerate(sized)
        )
        yield "  ".join(aligned).rstrip()
