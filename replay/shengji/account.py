"""The account of a round of 比牌升級: its heading, duels, exchange, tricks, and how it ended."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.kernel.text import joined, text, word
from domain.shengji import events
from domain.shengji.contesting import challenger_of
from domain.shengji.events import Event, ScoreCause
from domain.shengji.ordering import order_of
from domain.shengji.sides import SEATS, SIDE_OF, Side, members
from replay.shengji.cards import cards_said
from replay.shengji.components import held_against
from replay.shengji.moves import GapError
from replay.shengji.standing import EMPTY, Standing, project
from replay.shengji.sums import Sums
from replay.shengji.telling import HELD, TAKEN, gained_by, sentence
from replay.text import Folded, Line, Table, printable
from replay.words import Told, by_seat, listed, settings_said

_EXCHANGE: Final = tuple(map(word, ("from → to", "cards", "which")))
_LEVELS: Final = tuple(map(word, ("side", "seats", "level", "held", "taken", "♠A", "after")))
_SCORES: Final = tuple(map(word, ("seat", "player", "♠A", "result", "match", "score")))
_BY_CLOCK: Final = "S3.8"
"""The rule by which the clock acts for a seat that is late, whatever it does."""


class Teller:
    """Tells the facts of one round, and where it stands after each (`replay.words`)."""

    def __init__(self) -> None:
        self._standing = EMPTY
        self._duel: tuple[Seat, Seat] | None = None
        self._sums: Sums | None = None

    def tell(self, fact: Event, cause: type[KernelEvent], origin: Origin) -> Told:
        """Return what is told of the next fact."""
        before, after = self._standing, project(self._standing, fact)
        self._standing = after
        words = sentence(fact, before)
        if isinstance(fact, events.CardsLed) and fact.attempted:
            words = words._replace(details=(*words.details, *self._against(fact, before)))
        self._move(fact)
        if origin is Origin.CLOCK and type(fact) is cause and not isinstance(fact, _OPENING):
            words = words._replace(rule=_BY_CLOCK)
        return Told(
            words=words,
            lying=_lying(fact, after),
            standing={
                "champion": after.champion,
                "totals": dict(after.totals),
                "attack_points": after.attack_points,
            },
            above=tuple(self._above(fact, before)),
            below=tuple(_end(fact, after)) if isinstance(fact, events.RoundSettled) else (),
        )

    def _move(self, fact: Event) -> None:
        """Move the cards, as far as they are seen."""
        if isinstance(fact, events.RoundOpened):
            self._sums = Sums(fact)
        elif self._sums is not None:
            try:
                self._sums.heed(fact)
            except GapError:  # that is told by the check on sums
                self._sums = None

    def _against(self, fact: events.CardsLed, before: Standing) -> Iterator[str]:
        """Say by which cards a throw does not hold, to whoever sees the hands of all others."""
        if self._sums is None:
            return
        hands = {seat: self._sums.hands[seat].known for seat in SEATS if seat != fact.seat}
        known = {seat: hand for seat, hand in hands.items() if hand is not None}
        if len(known) == len(hands):
            order = order_of(before.level, before.trump or "")
            yield from held_against(order, fact, known)

    def _above(self, fact: Event, before: Standing) -> Iterator[Line]:
        match fact:
            case events.RoundOpened():
                yield from _heading(fact)
            case events.CardsShown() | events.ContestPassed():
                yield from self._before_word(fact, before)
            case events.TrumpCalled():
                yield text("trump 叫主 · {seat}", seat=fact.seat)
            case events.KittyTaken():
                yield from _exchange(before)
                yield text("kitty 扣底 · dealer {seat}", seat=fact.seat)
            case events.CardsLed():
                yield text("trick {number}", number=fact.trick + 1)
            case events.KittyShown():
                yield text("settlement 抠底")
            case _:
                pass

    def _before_word(
        self, fact: events.CardsShown | events.ContestPassed, before: Standing
    ) -> Iterator[Line]:
        """S3.2, S3.3: the contest begins with its opening; then comes duel after duel."""
        if not before.begun:
            yield text("contest 比牌 · {seat} begins", seat=fact.seat)
        champion = before.champion
        challenger = None if champion is None else challenger_of(champion, before.left)
        if champion is None or challenger is None or self._duel == (champion, challenger):
            return
        self._duel = champion, challenger
        total = before.totals.get(champion, 0)
        yield text(
            "duel · {challenger} challenges {champion}, champion with {total}",
            challenger=challenger,
            champion=champion,
            total=total,
        )


_OPENING = (events.RoundOpened, events.RoundVoided)


def _lying(fact: Event, after: Standing) -> str:
    """Say what lies open in the contest, and in play what the attackers have."""
    if after.totals:
        return text("champion {seat} · {totals}", seat=after.champion, totals=by_seat(after.totals))
    counted = isinstance(fact, events.TrickWon | events.KittyShown)
    return text("attackers {points}", points=after.attack_points) if counted else ""


def _heading(fact: events.RoundOpened) -> Iterator[Line]:
    where = text(" · match {match}", match=printable(fact.match)) if fact.match is not None else ""
    yield text(
        "比牌升級 · round {round}{where} · rules {rules}",
        round=printable(fact.round) or text("(no id)"),
        where=where,
        rules=fact.rules,
    )
    settings = msgspec.to_builtins(fact.settings)
    yield Folded(settings_said(settings))
    each = (text("side {side} at {level}", side=one, level=at) for one, at in fact.levels.items())
    levels = joined(" · ", each)
    by = text("first round") if fact.dealer is None else text("dealer {seat}", seat=fact.dealer)
    yield text("level {level} · {levels} · {by}", level=fact.level, levels=levels, by=by)
    for seat, player in zip(SEATS, fact.players, strict=True):
        yield f"{seat}  {SIDE_OF[seat]}  {printable(player)}"
    yield ""


def _exchange(before: Standing) -> Iterator[Line]:
    """S3.7: yield who gave back how many cards to whom, and which, where the viewer may see it."""
    if not before.given:
        return
    yield text("exchange 還牌")
    rows = [
        (f"{one.giver} → {one.to}", f"{len(one.cards)}", cards_said(one.cards))
        for one in before.given
    ]
    yield Table(_EXCHANGE, rows, words=3, indent=" " * 6)


def _end(fact: events.RoundSettled, after: Standing) -> Iterator[Line]:
    yield ""
    yield from _levels(fact, after)
    yield ""
    yield from _scores(fact, after)


def _levels(fact: events.RoundSettled, after: Standing) -> Iterator[Line]:
    """S8.3: yield the table of levels: a side gains by having held or taken, loses by its ♠A."""
    changes = {change.side: change for change in after.changes}
    rows = []
    for side in Side:
        change = changes.get(side)
        gains = {} if change is None else {gained_by(change, after): change.gained}
        row = (
            *(f"+{gains.get(cause) or 0}" for cause in (HELD, TAKEN)),
            f"-{0 if change is None else change.lost}",
            fact.levels[side],
        )
        rows.append((side, listed(members(side)), after.levels[side], *row))
    yield Table(_LEVELS, rows, words=2)


def _scores(fact: events.RoundSettled, after: Standing) -> Iterator[Line]:
    """S7, S8.2, S8.4: yield the table of scores by their causes."""
    rows = [
        (
            seat,
            printable(player),
            *(f"{after.scores.get(cause, {}).get(seat, 0):+}" for cause in ScoreCause),
            f"{fact.scores[seat]:+}",
        )
        for seat, player in zip(SEATS, after.players, strict=True)
    ]
    yield Table(_SCORES, rows, words=2)
