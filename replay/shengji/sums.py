"""Moving the cards of a round of 比牌升級 once more, by its facts alone: no rule is asked here.

Every card lies in one place at any time: a hand, the kitty, an open pile, on its way between two
seats, on the table, among those won. A fact that moves one from where it is not has a gap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from domain.cards.card import CARDS, HIDDEN, Card
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.kernel.text import text, text_of, word
from domain.shengji import events
from domain.shengji.events import Event
from domain.shengji.hands import HAND, KITTY, PACKS, points_of
from domain.shengji.ordering import ACE_OF_SPADES
from domain.shengji.sides import SEATS, SIDE_OF
from replay.shengji.moves import GapError, Place, same

SUMS: Final = text("cards and points are all there after every fact, scores sum to zero")
_NOT_TURNED: Final = text("the face-up card is not one of {seat}")
_NOT_SHOWN: Final = text("{seat} shows what it does not hold")
_OTHER_PILE: Final = text("another pile was of {seat}")
_NOT_RETURNED: Final = text("{seat} returns what it does not hold")
_NOT_RECEIVED: Final = text("{seat} receives other cards than were returned")
_OTHER_KITTY: Final = text("another kitty was dealt")
_OTHERS_BURIED: Final = text("other cards were buried")
_NOT_BURIED: Final = text("{seat} buries what it does not hold")
_NOT_THROWN: Final = text("{seat} throws what it does not hold")
_NOT_PLAYED: Final = text("{seat} plays what it does not hold")
_PLAYS: Final = text("plays in the trick")
_SIZES: Final = text("sizes of plays in the trick")
_TRICK_POINTS: Final = text("points of the trick")
_ATTACK_POINTS: Final = text("points of the attackers")
_ALL: Final = len(CARDS) * PACKS
_POINTS: Final = points_of(CARDS) * PACKS


class Sums:
    """Where every card is, and what the tricks, captures and scores so far add up to."""

    def __init__(self, opened: events.RoundOpened) -> None:
        self.hands = {seat: Place() for seat in SEATS}
        self.piles = {seat: Place() for seat in SEATS}
        self.kitty, self.buried, self.moving = Place(), Place(), Place()
        self.table: list[tuple[Seat, tuple[Card, ...]]] = []
        self.won = self.won_points = self.attack_points = 0
        self.dealer = opened.dealer
        self.captures = Counter[tuple[Seat, Seat]]()
        self.levels = dict(opened.levels)
        self.scores = dict.fromkeys(SEATS, 0)

    def heed(self, fact: Event) -> None:
        """Go on by a fact. Raises `GapError` where something is missing."""
        add = _ADDING.get(type(fact))
        if add is not None:
            add(self, fact)

    def deal(self, fact: events.CardsDealt) -> None:
        """A hand of 52."""
        same(text("cards of {seat}", seat=fact.seat), len(fact.cards), HAND)
        self._lay(self.hands[fact.seat], fact.cards)

    def lay_apart(self, fact: events.KittyDealt) -> None:
        """A kitty of 8."""
        same(text("cards of the kitty"), len(fact.cards), KITTY)
        self._lay(self.kitty, fact.cards)

    def _lay(self, place: Place, cards: tuple[Card, ...]) -> None:
        place.put(cards)
        places = (self.kitty, *self.hands.values())
        if all(len(one) for one in places):
            same(text("cards dealt"), sum(map(len, places)), _ALL)
            dealt = sum((one.cards for one in places), Counter[Card]())
            if HIDDEN not in dealt and any(dealt[card] != PACKS for card in CARDS):
                message = text("the cards dealt are not four packs")
                raise GapError(message)

    def turn_up(self, fact: events.CardTurnedUp) -> None:
        """The face-up card is one of the seat's, and stays in its hand."""
        hand = self.hands[fact.seat]
        hand.take((fact.card,), _NOT_TURNED, seat=fact.seat)
        hand.put((fact.card,))

    def show(self, fact: events.CardsShown) -> None:
        """From a hand onto the seat's pile."""
        self.hands[fact.seat].take(fact.cards, _NOT_SHOWN, seat=fact.seat)
        self.piles[fact.seat].put(fact.cards)

    def capture(self, fact: events.PileCaptured) -> None:
        """One pile onto another, whole."""
        self.piles[fact.loser].empty(fact.cards, _OTHER_PILE, seat=fact.loser)
        self.piles[fact.seat].put(fact.cards)

    def take_pile(self, fact: events.ContestWon) -> None:
        """The last pile goes into its winner's hand."""
        self.piles[fact.seat].empty(fact.cards, _OTHER_PILE, seat=fact.seat)
        same(text("cards left open"), sum(map(len, self.piles.values())), 0)
        self.hands[fact.seat].put(fact.cards)
        self.dealer = fact.dealer

    def give(self, fact: events.CardsReturned) -> None:
        """From a hand, on the way to another."""
        self.hands[fact.seat].take(fact.cards, _NOT_RETURNED, seat=fact.seat)
        self.moving.put(fact.cards)

    def receive(self, fact: events.CardsReceived) -> None:
        """The same cards arrive."""
        self.moving.empty(fact.cards, _NOT_RECEIVED, seat=fact.seat)
        self.hands[fact.seat].put(fact.cards)

    def take_kitty(self, fact: events.KittyTaken) -> None:
        """The kitty goes into the dealer's hand; everybody else has 52 again."""
        self.kitty.empty(fact.cards, _OTHER_KITTY)
        for seat, hand in self.hands.items():
            same(text("cards of {seat}", seat=seat), len(hand), HAND)
        self.hands[fact.seat].put(fact.cards)
        self.kitty.put(fact.cards)  # what was dealt is shown again at the end

    def bury(self, fact: events.KittyBuried) -> None:
        """Eight out of the dealer's hand."""
        same(text("cards buried"), len(fact.cards), KITTY)
        self.hands[fact.seat].take(fact.cards, _NOT_BURIED, seat=fact.seat)
        self.buried.put(fact.cards)

    def lead(self, fact: events.CardsLed) -> None:
        """Out of a hand; of a throw that did not hold the rest goes back."""
        self._all_captured()
        if fact.attempted:
            hand = self.hands[fact.seat]
            hand.take(fact.attempted, _NOT_THROWN, seat=fact.seat)
            hand.put(fact.attempted)
        self.play(fact)

    def play(self, fact: events.Played) -> None:
        """Out of a hand onto the table."""
        self.hands[fact.seat].take(fact.cards, _NOT_PLAYED, seat=fact.seat)
        self.table.append((fact.seat, fact.cards))

    def win(self, fact: events.TrickWon) -> None:
        """Four plays leave the table, as many cards each, for the points in them."""
        played = [cards for _, cards in self.table]
        same(_PLAYS, len(played), len(SEATS))
        same(_SIZES, len({len(cards) for cards in played}), 1)
        points = sum(map(points_of, played))
        same(_TRICK_POINTS, fact.points, points)
        self.won += sum(map(len, played))
        self.won_points += points
        self.attack_points += points if self._attacks(fact.seat) else 0
        same(_ATTACK_POINTS, fact.attack_points, self.attack_points)
        self.captures.clear()
        for owner, cards in self.table:
            if ACE_OF_SPADES in cards and SIDE_OF[owner] is not SIDE_OF[fact.seat]:
                self.captures[owner, fact.seat] += cards.count(ACE_OF_SPADES)
        self.table.clear()

    def _attacks(self, seat: Seat) -> bool:
        return self.dealer is not None and SIDE_OF[seat] is not SIDE_OF[self.dealer]

    def catch(self, fact: events.AceCaptured) -> None:
        """A ♠A of the other side that lay in the trick."""
        self.captures[fact.owner, fact.seat] -= 1
        if self.captures[fact.owner, fact.seat] < 0:
            message = text("no ♠A of {owner} was in the trick", owner=fact.owner)
            raise GapError(message)

    def _all_captured(self) -> None:
        if self.captures:
            same(text("captures left"), self.captures.total(), 0)

    def show_kitty(self, fact: events.KittyShown) -> None:
        """All is played; what was won and what was buried is every card and every point."""
        self._all_captured()
        same(text("cards left in hands"), sum(map(len, self.hands.values())), 0)
        self.kitty.empty(fact.dealt, _OTHER_KITTY)
        self.buried.empty(fact.buried, _OTHERS_BURIED)
        points = points_of(fact.buried)
        same(text("points of the kitty"), fact.points, points)
        same(word("cards"), self.won + len(fact.buried), _ALL)
        same(word("points"), self.won_points + points, _POINTS)
        self.attack_points += points * fact.multiplier

    def score(self, fact: events.ScoresGiven) -> None:
        """What one seat gains others lose."""
        same(word("scores"), sum(fact.scores.values()), 0)
        for seat, score in fact.scores.items():
            self.scores[seat] += score

    def climb(self, fact: events.LevelChanged) -> None:
        """A level begins where the last one was."""
        same(text("level of side {side}", side=fact.side), fact.before, self.levels[fact.side])
        self.levels[fact.side] = fact.after

    def settle(self, fact: events.RoundSettled) -> None:
        """The end tells the same sums."""
        same(_ATTACK_POINTS, fact.attack_points, self.attack_points)
        same(word("scores"), fact.scores, self.scores)
        same(word("levels"), fact.levels, self.levels)


def first_gap(facts: Iterable[Event]) -> tuple[int, str] | None:
    """Return the version of the first fact at which something is missing, and what.

    Where cards are sealed, as many as there should be count.
    """
    sums = None
    for version, fact in enumerate(facts, start=1):
        if sums is None:
            if not isinstance(fact, events.RoundOpened):
                return version, text("the round was not opened")
            sums = Sums(fact)
            continue
        try:
            sums.heed(fact)
        except GapError as gap:
            return version, text_of(gap)
        except KeyError:
            return version, text("there is no such seat")
    return None


_ADDING: Final[Mapping[type[KernelEvent], Callable[[Sums, Any], None]]] = {
    events.CardsDealt: Sums.deal,
    events.KittyDealt: Sums.lay_apart,
    events.CardTurnedUp: Sums.turn_up,
    events.CardsShown: Sums.show,
    events.PileCaptured: Sums.capture,
    events.ContestWon: Sums.take_pile,
    events.CardsReturned: Sums.give,
    events.CardsReceived: Sums.receive,
    events.KittyTaken: Sums.take_kitty,
    events.KittyBuried: Sums.bury,
    events.CardsLed: Sums.lead,
    events.CardsFollowed: Sums.play,
    events.TrickWon: Sums.win,
    events.AceCaptured: Sums.catch,
    events.KittyShown: Sums.show_kitty,
    events.ScoresGiven: Sums.score,
    events.LevelChanged: Sums.climb,
    events.RoundSettled: Sums.settle,
}
