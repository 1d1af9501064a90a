"""What is told of a fact: its sentence, what stands after it, and the lines around it."""

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol

from domain.kernel.decider import Event, Origin
from domain.kernel.seats import Seat
from domain.kernel.text import Text, joined, text, word
from replay.text import Line, cells

Json = dict[str, object]

WORDS: Final = 52
"""Columns for a sentence in an account, before its rule."""

EVERYTHING: Final = "everything"
"""Sees all cards, of either game."""

Viewer = Seat | Literal["everything"] | None
"""Who looks: a seat, somebody who may see everything, or (None) everybody else."""


class Sentence(NamedTuple):
    """A fact in words, its rule, and lines that go into detail."""

    text: str
    rule: str
    details: tuple[str, ...] = ()


class Told(NamedTuple):
    """A fact as it is told: its words, and the lines of the account above and below it.

    `lying` says in a few words what lies on the table after it, `standing` the same as JSON.
    """

    words: Sentence
    lying: str
    standing: Mapping[str, object]
    above: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()


class Teller(Protocol):
    """Tells the facts of one round in their order, as a viewer sees them."""

    def tell(self, fact: Any, cause: type[Event], origin: Origin) -> Told:  # noqa: ANN401 -- of its game
        """Return what is told of the next fact.

        `cause` is the kind of its decision's first fact, `origin` says who decided.
        """
        ...


def in_line(said: str, *rest: str) -> tuple[str, tuple[str, ...]]:
    """Return a text, and nothing more if it fits the column of words; else `rest` in its place."""
    if cells(said) <= WORDS or not rest:
        return said, ()
    return rest[0], rest[1:]


def settings_said(settings: Mapping[str, object]) -> Text:
    """Return settings by their names as words."""
    each = (
        text("{name} {value}", name=word(name), value=_valued(value))
        for name, value in settings.items()
    )
    return joined(" · ", each)


def _valued(value: object) -> object:
    if isinstance(value, bool):
        return word(str(value).lower())
    return word(value) if isinstance(value, str) else value


def listed(seats: Collection[Seat]) -> str:
    """Return seats as words."""
    return " ".join(seats)


def by_seat(points: Mapping[Seat, int]) -> str:
    """Return points by seat as words."""
    return " · ".join(f"{seat} {amount}" for seat, amount in points.items())
