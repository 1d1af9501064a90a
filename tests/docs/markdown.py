"""Reading the project's Markdown, and comparing what it lists with what is there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.arch.source import ROOT, text_files

DOCS = ROOT / "docs"

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(.+?)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_CELL_END = re.compile(r"(?<!\\)\|")
_RULE_LINE = re.compile(r"^\|[-| ]+\|$")


class Table(NamedTuple):
    """A table under the nearest heading above it."""

    heading: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, name: str) -> list[str]:
        place = self.header.index(name)
        return [row[place] for row in self.rows]


class Block(NamedTuple):
    """A fenced block of code."""

    language: str
    text: str


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def all_pages() -> list[Path]:
    return [path for path in text_files() if path.suffix == ".md"]


def blocks(text: str) -> list[Block]:
    return [Block(language, content) for language, content in _FENCE.findall(text)]


def prose(text: str) -> str:
    """Return the text without its fenced blocks."""
    return _FENCE.sub("", text)


def spans(text: str) -> list[str]:
    """Return what stands in inline code, as the reader sees it."""
    return [span.replace("\\|", "|") for span in _SPAN.findall(text)]


def headings(text: str) -> list[str]:
    return _HEADING.findall(prose(text))


def anchors(text: str) -> set[str]:
    """Return the anchors of all headings, as GitHub makes them."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in headings(text):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def links(text: str) -> list[str]:
    return _LINK.findall(_SPAN.sub("", prose(text)))


def tables(text: str) -> list[Table]:
    return list(_tables(prose(text).splitlines()))


def _tables(lines: list[str]) -> Iterator[Table]:
    heading, taken = "", list[tuple[str, ...]]()
    for line in [*lines, ""]:
        if line.startswith("|"):
            if not _RULE_LINE.match(line):
                taken.append(_cells(line))
            continue
        if taken:
            yield Table(heading, taken[0], tuple(taken[1:]))
            taken = []
        if match := _HEADING.match(line):
            heading = match[1]


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in _CELL_END.split(line)[1:-1])


def table(text: str, *header: str, heading: str | None = None) -> Table:
    """Return the one table with this header, under this heading if one is named."""
    found = [
        one
        for one in tables(text)
        if one.header == header and heading in {None, one.heading.replace("`", "")}
    ]
    assert len(found) == 1, f"{len(found)} tables {header} under {heading}"
    return found[0]


def unlike(documented: Iterable[str], real: Iterable[str], *, ordered: bool = False) -> list[str]:
    """Say where what is documented is not what is there; nothing when it is the same."""
    said, there = list(documented), list(real)
    complaints = [f"{name} is not documented" for name in there if name not in said]
    complaints += [f"{name} does not exist" for name in said if name not in there]
    complaints += [
        f"{name} is documented twice" for name, times in Counter(said).items() if times > 1
    ]
    if ordered and not complaints and said != there:
        first = next(name for name, other in zip(said, there, strict=True) if name != other)
        complaints.append(f"{first} is out of order")
    return complaints
