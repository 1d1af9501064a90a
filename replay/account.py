"""The readable account of a round: every fact in words with its rule, and what lies there then."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from domain.games.rounds import seen_by
from domain.kernel.decider import Event, Origin
from domain.kernel.text import text, word
from replay.games import told_as
from replay.messages.say import Say, english
from replay.text import fitting, laid_out, padded
from replay.words import WORDS, Teller, Told, Viewer

_DETAIL: Final = 100
_RULE: Final = 5
_INDENT: Final = 8
_INDENT_BEHIND_TIME: Final = 22


_DEPUTIES: Final = (Origin.CLOCK, Origin.OPERATOR)


class Decision(NamedTuple):
    """The facts of one decision, who made it, and when it was recorded, where that is known."""

    origin: Origin
    facts: Sequence[Event]
    at: datetime | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One fact as a viewer may see it, its number in the stream, and what is told of it.

    `first` says that it is the first of its decision, made by `origin` and recorded `at`.
    """

    number: int
    fact: Event
    first: bool
    origin: Origin
    at: datetime | None
    told: Told


def entries(decisions: Iterable[Decision], viewer: Viewer) -> Iterator[Entry]:
    """Yield an entry for each fact of the decisions, masked for the viewer.

    Whoever tells a fact gets it masked already, so that nothing hidden can come into its words.
    """
    number, teller = 0, None
    for decision in decisions:
        for place, fact in enumerate(decision.facts):
            number += 1
            seen = seen_by(viewer, fact)
            teller = teller or told_as(fact).teller()
            yield Entry(
                number=number,
                fact=seen,
                first=place == 0,
                origin=decision.origin,
                at=decision.at,
                told=_told(teller, seen, decision),
            )


def _told(teller: Teller, fact: Event, decision: Decision) -> Told:
    """A fact in words; what clock or operator did says so."""
    cause = type(decision.facts[0])
    told = teller.tell(fact, cause, decision.origin)
    if type(fact) is not cause or decision.origin not in _DEPUTIES:
        return told
    said = text("{said} ({origin})", said=told.words.text, origin=word(decision.origin))
    return told._replace(words=told.words._replace(text=said))


def account(entries_told: Iterable[Entry], say: Say = english) -> Iterator[str]:
    """Yield the lines of an account: number, time (UTC) if it is known, words, rule, what lies."""
    day = None
    for entry in entries_told:
        for line in entry.told.above:
            yield from laid_out(line, say)
        if entry.at is not None and entry.at.date() != day:
            day = entry.at.date()
            yield f"      {day:%Y-%m-%d} UTC"
        first, *more = fitting(say(entry.told.words.text), WORDS) or [""]
        yield _line(entry, first, say)
        indent = " " * (_INDENT if entry.at is None else _INDENT_BEHIND_TIME)
        for detail in (*more, *map(say, entry.told.words.details)):
            yield from (indent + line for line in fitting(detail, _DETAIL))
        for line in entry.told.below:
            yield from laid_out(line, say)


def _line(entry: Entry, said: str, say: Say) -> str:
    columns = (
        f"{entry.number:4}",
        *_time(entry),
        padded(said, WORDS),
        f"{entry.told.words.rule:{_RULE}}",
    )
    return "  ".join((*columns, say(entry.told.lying))).rstrip()


def _time(entry: Entry) -> tuple[str, ...]:
    """The time of a decision stands at its first fact; a record has no times and no such column."""
    if entry.at is None:
        return ()
    time = f"{entry.at:%H:%M:%S}.{entry.at.microsecond // 1000:03}"
    return (time if entry.first else " " * len(time),)
