"""The readable account of a round: every fact in words with its rule, and the pots after it."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

import msgspec

from domain.kernel.decider import Origin
from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.visibility import Viewer, seen_by
from projections.pots.view import EMPTY, PotsView, project
from replay.telling import Sentence, by_seat, listed, sentence
from replay.text import printable, table

_WIDTH: Final = 100
_WORDS: Final = 58
_RULE: Final = 5


_DEPUTIES: Final = (Origin.CLOCK, Origin.OPERATOR)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One fact as a viewer may see it, its number in the stream, and the pots after it.

    `origin` is who made the decision; it stands at the decision's first fact only.
    """

    number: int
    fact: Event
    origin: Origin | None
    pots: PotsView

    @property
    def words(self) -> Sentence:
        """The fact in words; what the clock did for a seat says so."""
        return sentence(self.fact, by=self.origin if self.origin in _DEPUTIES else None)


def entries(
    decisions: Iterable[tuple[Origin, Sequence[Event]]],
    viewer: Viewer,
) -> Iterator[Entry]:
    """Yield an entry for each fact of the decisions, masked for the viewer."""
    pots, number = EMPTY, 0
    for origin, facts in decisions:
        for place, fact in enumerate(facts):
            pots, number = project(pots, fact), number + 1
            by = origin if place == 0 else None
            yield Entry(number=number, fact=seen_by(viewer, fact), origin=by, pots=pots)


def account(told: Iterable[Entry]) -> Iterator[str]:
    """Yield the lines of an account."""
    players: tuple[events.SeatedPlayer, ...] = ()
    for entry in told:
        fact = entry.fact
        if isinstance(fact, events.RoundOpened):
            players = fact.players
        yield from _before(fact)
        words = entry.words
        line = f"{entry.number:4}  {words.text:{_WORDS}}  {words.rule:{_RULE}}  {lying(entry.pots)}"
        yield line.rstrip()
        yield from (f"        {detail}" for detail in words.details)
        if isinstance(fact, events.RoundSettled):
            yield from _settlement(fact, players)


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
