"""Text for a terminal: tables, and names that cannot play tricks on it."""

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple
from unicodedata import east_asian_width

_WIDTH: Final = 100
_PARTS: Final = re.compile(r"\s*(?:[\x21-\u1fff]+|（?[^\x21-\u1fff][，。；：、）」！？]*)")
"""A word of narrow characters, or a wide one with the signs that begin or end no line."""


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
    return fitting(text, _WIDTH)


def cells(text: str) -> int:
    """Return how many columns of a terminal text takes: a Chinese character takes two."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    return 2 if east_asian_width(char) in {"W", "F"} else 1


def padded(text: str, width: int) -> str:
    """Return text with spaces behind it up to so many columns."""
    return text + " " * (width - cells(text))


def fitting(text: str, width: int) -> list[str]:
    """Return text as it is if it fits so many columns, else in lines broken between words.

    A word that is too long for a line stays, but between Chinese characters it is broken.
    """
    if cells(text) <= width:
        return [text]
    if all(map(_is_narrow, text)):
        return wrap(text, width, break_long_words=False, break_on_hyphens=False)
    lines = [""]
    for piece in _pieces(text, width):
        if lines[-1] and cells(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return lines


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield the words with the spaces before them, too long ones in parts that stay together."""
    for word in re.findall(r"\s*\S+", text):
        yield from [word] if cells(word) <= width else _PARTS.findall(word)


def _is_narrow(char: str) -> bool:
    return _cells(char) == 1


class Table(NamedTuple):
    """A table that is not laid out yet: its lines depend on the language it is told in."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    words: int = 1
    indent: str = ""

    def lines(self, say: Callable[[str], str]) -> Iterator[str]:
        """Yield its lines, every cell that is a text in the language of `say`."""
        rows = [[say(cell) if isinstance(cell, str) else cell for cell in row] for row in self.rows]
        for line in table([say(name) for name in self.header], rows, self.words):
            yield self.indent + line


class Folded(NamedTuple):
    """A text in as many lines as a terminal needs for it."""

    said: str

    def lines(self, say: Callable[[str], str]) -> Iterator[str]:
        """Yield its lines in the language of `say`."""
        yield from folded(say(self.said))


class Columns(NamedTuple):
    """Texts side by side in columns of a width; 0 for one that is as wide as it comes out."""

    texts: Sequence[str]
    widths: Sequence[int]

    def lines(self, say: Callable[[str], str]) -> Iterator[str]:
        """Yield the line in the language of `say`."""
        sized = zip(self.texts, self.widths, strict=True)
        yield "  ".join(padded(say(one), width) for one, width in sized).rstrip()


Line = str | Table | Folded | Columns
"""What is told between other things: a line, or something of several lines."""


def laid_out(line: Line, say: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines that something is told in."""
    if isinstance(line, str):
        yield say(line)
    else:
        yield from line.lines(say)


def table(
    header: Sequence[object],
    rows: Sequence[Sequence[object]],
    words: int = 1,
) -> Iterator[str]:
    """Yield the lines of a table: the first `words` columns to the left, others to the right."""
    lines = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(cells(row[column]) for row in lines) for column in range(len(header))]
    for row in lines:
        aligned = (
            padded(cell, width) if column < words else " " * (width - cells(cell)) + cell
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(aligned).rstrip()
