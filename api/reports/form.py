"""What a report is: its columns, the lines it tells, the checks it makes."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from domain.kernel.text import Text, word

Cell = str | int | None
"""A time is text as it stands in rows: `2026-01-02T03:04:05.678901Z`, always UTC."""


class Kind(StrEnum):
    """What stands in a column: a text, a time, points, or a count."""

    TEXT = "text"
    TIME = "time"
    POINTS = "points"
    COUNT = "count"


class Column(NamedTuple):
    """A column: its name and kind, and whether its figures are added up below.

    What stands in it may be one of some `words`, which people are told in their language.
    """

    name: str
    kind: Kind = Kind.TEXT
    summed: bool = False
    words: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether whole numbers stand in it."""
        return self.kind in {Kind.POINTS, Kind.COUNT}

    @property
    def label(self) -> Text:
        """What people call it; catalogues tell it by `{column}` from a word that is written so."""
        return Text(f"{self.name}{{column}}", {"column": ""})

    def said(self, cell: Cell) -> Cell:
        """Return what stands in it as a text, if that is one of its words."""
        return word(cell) if isinstance(cell, str) and cell in self.words else cell


def texts(*names: str) -> tuple[Column, ...]:
    """Return columns of texts."""
    return tuple(Column(name) for name in names)


def one_of(name: str, *words: str) -> Column:
    """Return a column in which one of some words stands."""
    return Column(name, words=words)


def time(name: str) -> Column:
    """Return a column of times."""
    return Column(name, Kind.TIME)


def points(*names: str) -> tuple[Column, ...]:
    """Return columns of points that are added up."""
    return tuple(Column(name, Kind.POINTS, summed=True) for name in names)


def standing(*names: str) -> tuple[Column, ...]:
    """Return columns of points that are not added up, such as balances."""
    return tuple(Column(name, Kind.POINTS) for name in names)


def counts(*names: str) -> tuple[Column, ...]:
    """Return columns of counts that are added up."""
    return tuple(Column(name, Kind.COUNT, summed=True) for name in names)


class Line(NamedTuple):
    """A line of a report. `test` says that it is of a test account, which is kept apart (H1.1).

    A `quiet` one tells how things stand, not that anything has happened.
    """

    cells: Sequence[Cell]
    test: bool = False
    quiet: bool = False


class Check(NamedTuple):
    """What a report has checked of its own figures. One that fails is told loudly."""

    name: Text
    ok: bool
    detail: Text


class Told(NamedTuple):
    """What a report tells: columns, lines, and afterwards the checks on them."""

    columns: Sequence[Column]
    lines: Iterator[Line]
    checks: Callable[[], Sequence[Check]] = tuple


class Tells(Protocol):
    """Makes a report of what it is to be made of (`api.reports.source`)."""

    def __call__(self, source: Any, /) -> Told:  # noqa: ANN401 -- a `Source`, which knows this form
        """Return what the report tells."""


class Report(NamedTuple):
    """A report: name, title, what tells it, the filters it knows, and those it cannot be without.

    `groups` are what its lines can be grouped by, `usual` what they are if nothing is said. `reads`
    are the projections that must have come as far as the report stands for. `form` is raised with
    every change of its columns or their meaning.
    """

    name: str
    title: Text
    tell: Tells
    filters: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    reads: tuple[str, ...] = ("rounds", "chips", "rake", "office")
    has_threshold: bool = False
    form: int = 1


PLAYER: Final = "player"
TABLE: Final = "table"
ROUND: Final = "round"
GAME: Final = "game"
