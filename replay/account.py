"""The readable account of a round: every fact in words with its rule, and the pots after it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from textwrap import wrap
from typing import Final, NamedTuple

import msgspec

from domain.kernel.decider import Origin
from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.visibility import Viewer, seen_by
from projections.pots.view import EMPTY, PotsView, project
from replay.context import rule_in_context
from replay.telling import Sentence, by_seat, listed, sentence
from replay.text import printable, table

_WIDTH: Final = 100
_WORDS: Final = 52
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
    """One fact as a viewer may see it, its number in the stream, and the pots after it.

    `first` says that it is the first of its decision, made by `origin` and recorded `at`.
    """

    number: int
    fact: Event
    first: bool
    origin: Origin
    at: datetime | None
    pots: PotsView
    words: Sentence


def entries(decisions: Iterable[Decision], viewer: Viewer) -> Iterator[Entry]:
    """Yield an entry for each fact of the decisions, masked for the viewer."""
    pots, number = EMPTY, 0
    for decision in decisions:
        for place, fact in enumerate(decision.facts):
            before, pots, number = pots, project(pots, fact), number + 1
            seen = seen_by(viewer, fact)
            yield Entry(
                number=number,
                fact=seen,
                first=place == 0,
                origin=decision.origin,
                at=decision.at,
                pots=pots,
                words=_words(seen, before, decision),
            )


def _words(fact: Event, before: PotsView, decision: Decision) -> Sentence:
    """A fact in words, with the rule of its context; what clock or operator did says so."""
    told, cause = sentence(fact), decision.facts[0]
    rule = rule_in_context(fact, before, cause, decision.origin) or told.rule
    deputy = type(fact) is type(cause) and decision.origin in _DEPUTIES
    text = f"{told.text} ({decision.origin})" if deputy else told.text
    return told._replace(text=text, rule=rule)


def account(told: Iterable[Entry]) -> Iterator[str]:
    """Yield the lines of an account: number, time (UTC) if it is known, words, rule, pots."""
    players: tuple[events.SeatedPlayer, ...] = ()
    day = None
    for entry in told:
        fact = entry.fact
        if isinstance(fact, events.RoundOpened):
            players = fact.players
        yield from _before(fact)
        if entry.at is not None and entry.at.date() != day:
            day = entry.at.date()
            yield f"      {day:%Y-%m-%d} UTC"
        yield _line(entry)
        indent = " " * (_INDENT if entry.at is None else _INDENT_BEHIND_TIME)
        yield from (indent + detail for detail in entry.words.details)
        if isinstance(fact, events.RoundSettled):
            yield from _settlement(fact, players)


def _line(entry: Entry) -> str:
    words = entry.words
    columns = (
        f"{entry.number:4}",
        *_time(entry),
        f"{words.text:{_WORDS}}",
        f"{words.rule:{_RULE}}",
    )
    return "  ".join((*columns, lying(entry.pots))).rstrip()


def _time(entry: Entry) -> tuple[str, ...]:
    """The time of a decision stands at its first fact; a record has no times and no such column."""
    if entry.at is None:
        return ()
    time = f"{entry.at:%H:%M:%S}.{entry.at.microsecond // 1000:03}"
    return (time if entry.first else " " * len(time),)


def lying(pots: PotsView) -> str:
    """Return what lies on the table in words: the pots, then the bets in front."""
    parts = [f"{pot.pot} {pot.points}" for pot in pots.pots]
    if pots.in_front:
        parts.append(f"in front {by_seat(pots.in_front)}")
    return " · ".join(parts)


def _before(fact: Event) -> Iterator[str]:
    if isinstance(fact, events.RoundOpened):
        yield from _heading(fact)
        yield f"stage 0 首局 · head {fact.head}"
    if isinstance(fact, events.PlayoffOpened):
        yield ""
        among = listed(fact.contestants)
        yield f"stage {fact.stage} 加賽局 · head {fact.head} · contestants {among}"


def _heading(fact: events.RoundOpened) -> Iterator[str]:
    where = f" · table {printable(fact.table)}" if fact.table is not None else ""
    yield f"四支刀 · round {printable(fact.round) or '(no id)'}{where} · rules {fact.rules}"
    settings = msgspec.to_builtins(fact.settings)
    said = " · ".join(f"{key} {str(value).lower()}" for key, value in settings.items())
    yield from wrap(said, _WIDTH, break_on_hyphens=False)
    for number, player in enumerate(fact.players, start=1):
        yield f"p{number}  {printable(player.player)}  stack {player.stack}"
    yield ""


def _settlement(
    fact: events.RoundSettled,
    players: Sequence[events.SeatedPlayer],
) -> Iterator[str]:
    yield ""
    header = ("seat", "player", "committed", "returned", "received", "rake", "net")
    rows = [
        (
            seat,
            printable(player.player),
            points,
            fact.returned[seat],
            fact.received[seat],
            fact.rake[seat],
            f"{fact.net[seat]:+}",
        )
        for (seat, points), player in zip(fact.committed.items(), players, strict=True)
    ]
    yield from table(header, rows, words=2)
