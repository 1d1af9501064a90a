"""The account of a round of 四支刀: its heading, stages and pots, and the figures at the end."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import Origin
from domain.kernel.text import joined, text, word
from domain.sizhidao import events
from domain.sizhidao.events import Event
from projections.pots.view import EMPTY, PotsView, project
from replay.sizhidao.context import rule_in_context
from replay.sizhidao.telling import sentence
from replay.text import Folded, Line, Table, printable
from replay.words import Told, by_seat, listed, settings_said

HEADER: Final = tuple(
    map(word, ("seat", "player", "committed", "returned", "received", "rake", "net"))
)


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
        below: tuple[Line, ...] = ()
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
    parts: list[str] = [f"{pot.pot} {pot.points}" for pot in pots.pots]
    if pots.in_front:
        parts.append(text("in front {bets}", bets=by_seat(pots.in_front)))
    return joined(" · ", parts)


def _above(fact: Event) -> Iterator[Line]:
    if isinstance(fact, events.RoundOpened):
        yield from _heading(fact)
        yield text("stage 0 首局 · head {head}", head=fact.head)
    if isinstance(fact, events.PlayoffOpened):
        yield ""
        among = listed(fact.contestants)
        yield text(
            "stage {stage} 加賽局 · head {head} · contestants {among}",
            stage=fact.stage,
            head=fact.head,
            among=among,
        )


def _heading(fact: events.RoundOpened) -> Iterator[Line]:
    where = text(" · table {table}", table=printable(fact.table)) if fact.table is not None else ""
    yield text(
        "四支刀 · round {round}{where} · rules {rules}",
        round=printable(fact.round) or text("(no id)"),
        where=where,
        rules=fact.rules,
    )
    settings = msgspec.to_builtins(fact.settings)
    yield Folded(settings_said(settings))
    for number, player in enumerate(fact.players, start=1):
        yield text(
            "p{number}  {player}  stack {stack}",
            number=number,
            player=printable(player.player),
            stack=player.stack,
        )
    yield ""


def _settlement(
    fact: events.RoundSettled,
    players: Sequence[events.SeatedPlayer],
) -> Iterator[Line]:
    yield ""
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
    yield Table(HEADER, rows, words=2)
