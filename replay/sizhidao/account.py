"""The account of a round of 四支刀: its heading, stages and pots, and the figures at the end."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import Origin
from domain.sizhidao import events
from domain.sizhidao.events import Event
from projections.pots.view import EMPTY, PotsView, project
from replay.sizhidao.context import rule_in_context
from replay.sizhidao.telling import sentence
from replay.text import folded, printable, table
from replay.words import Told, by_seat, listed


class Teller:
    """Tells the facts of one round, with the pots after each (`replay.words`)."""

    def __init__(self) -> None:
        self._pots = EMPTY
        self._players: tuple[events.SeatedPlayer, ...] = ()

    def tell(self, fact: Event, cause: type[KernelEvent], origin: Origin) -> Told:
        """Return what is told of the next fact."""
        before, self._pots = self._pots, project(self._pots, fact)
        words = sentence(fact)
        rule = rule_in_context(fact, before, cause, origin) or words.rule
        below: tuple[str, ...] = ()
        if isinstance(fact, events.RoundOpened):
            self._players = fact.players
        if isinstance(fact, events.RoundSettled):
            below = tuple(_settlement(fact, self._players))
        return Told(
            words=words._replace(rule=rule),
            lying=lying(self._pots),
            standing={
                "pots": msgspec.to_builtins(self._pots.pots),
                "in_front": msgspec.to_builtins(self._pots.in_front),
            },
            above=tuple(_above(fact)),
            below=below,
        )


def lying(pots: PotsView) -> str:
    """Return what lies on the table in words: the pots, then the bets in front."""
    parts = [f"{pot.pot} {pot.points}" for pot in pots.pots]
    if pots.in_front:
        parts.append(f"in front {by_seat(pots.in_front)}")
    return " · ".join(parts)


def _above(fact: Event) -> Iterator[str]:
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
    yield from folded(" · ".join(f"{key} {str(value).lower()}" for key, value in settings.items()))
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
