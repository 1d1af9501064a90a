"""What a viewer knows of a round of 比牌升級, gathered from facts as that viewer may see them (S9).

It is given masked facts and nothing else, so that no card gets in here that the viewer may not
know. Of the hands only the viewer's own is followed, of the others how many cards they hold.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from api.service.facts import Viewer
from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.hands import without

Cards = tuple[Card, ...]


class Trick:
    """A trick, as far as it is played."""

    def __init__(self, led: events.CardsLed) -> None:
        self.led = led
        self.plays: list[events.Played] = [led]
        self.won: events.TrickWon | None = None


class Seen:
    """What has been seen of a round, fact by fact."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.hand: Cards | None = None
        self.held: dict[Seat, int] = defaultdict(int)
        self.face_up: events.CardTurnedUp | None = None
        self.shown: dict[Seat, Cards] = defaultdict(tuple)
        self.captured: dict[Seat, Cards] = defaultdict(tuple)
        self.totals: dict[Seat, int] = defaultdict(int)
        self.passed: set[Seat] = set()
        self.won: events.ContestWon | None = None
        self.trump: str | None = None
        self.returned: dict[Seat, events.CardsReturned] = {}
        """By who got the cards."""
        self.kitty: Cards = ()
        self.buried: Cards = ()
        self.tricks: list[Trick] = []
        self.aces: list[events.AceCaptured] = []
        self.kitty_shown: events.KittyShown | None = None
        self.settled: events.RoundSettled | None = None

    def follow(self, told: Iterable[Any]) -> "Seen":
        """Take in some facts, in order; return this."""
        for fact in told:
            self._take_in(fact)
        return self

    def _take_in(self, fact: Any) -> None:  # noqa: ANN401 -- any fact of this game
        match fact:
            case events.CardsLed() | events.CardsFollowed():
                self._play(fact)
            case events.TrickWon():
                self.tricks[-1].won = fact
            case events.AceCaptured():
                self.aces.append(fact)
            case events.CardsDealt() | events.KittyDealt() | events.KittyTaken():
                self._deal(fact)
            case events.CardTurnedUp():
                self.face_up = fact
            case events.CardsReturned() | events.CardsReceived() | events.KittyBuried():
                self._exchange(fact)
            case events.KittyShown():
                self.kitty, self.buried, self.kitty_shown = fact.dealt, fact.buried, fact
            case events.RoundSettled():
                self.settled = fact
            case _:
                self._contest(fact)

    def _deal(self, fact: events.CardsDealt | events.KittyDealt | events.KittyTaken) -> None:
        if isinstance(fact, events.CardsDealt):
            self._gain(fact.seat, fact.cards)
            return
        self.kitty = fact.cards
        if isinstance(fact, events.KittyTaken):
            self._gain(fact.seat, fact.cards)

    def _contest(self, fact: Any) -> None:  # noqa: ANN401 -- any fact of this game
        match fact:
            case events.CardsShown():
                self.shown[fact.seat] += fact.cards
                self.totals[fact.seat] = fact.total
                self._lose(fact.seat, fact.cards)
            case events.ContestPassed():
                self.passed.add(fact.seat)
            case events.PileCaptured():
                self.captured[fact.seat] += fact.cards
                self.captured[fact.loser] = ()
                self.totals[fact.seat], self.totals[fact.loser] = fact.total, 0
            case events.ContestWon():
                self.won = fact
                self._gain(fact.seat, fact.cards)
            case events.TrumpCalled():
                self.trump = fact.suit
            case _:
                pass

    def _exchange(
        self, fact: events.CardsReturned | events.CardsReceived | events.KittyBuried
    ) -> None:
        match fact:
            case events.CardsReturned():
                self.returned[fact.to] = fact
                self._lose(fact.seat, fact.cards)
            case events.CardsReceived():
                if fact.seat == self.viewer:
                    self.returned[fact.seat] = events.CardsReturned(
                        seat=fact.giver, to=fact.seat, cards=fact.cards
                    )
                self._gain(fact.seat, fact.cards)
            case events.KittyBuried():
                self.buried = fact.cards
                self._lose(fact.seat, fact.cards)

    def _play(self, fact: events.Played) -> None:
        if isinstance(fact, events.CardsLed):
            self.tricks.append(Trick(fact))
        else:
            self.tricks[-1].plays.append(fact)
        self._lose(fact.seat, fact.cards)

    def _gain(self, seat: Seat, cards: Sequence[Card]) -> None:
        self.held[seat] += len(cards)
        if seat == self.viewer:
            self.hand = (*(self.hand or ()), *cards)

    def _lose(self, seat: Seat, cards: Sequence[Card]) -> None:
        self.held[seat] -= len(cards)
        if seat == self.viewer:
            self.hand = without(self.hand or (), cards)
