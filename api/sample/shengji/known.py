"""What a seat knows while cards are played: its hand, and every card that lay open (S9)."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Final

import msgspec

from domain.cards.card import Card
from domain.cards.packs import FOUR_PACKS
from domain.kernel.seats import Seat
from domain.shengji.events import Pattern
from domain.shengji.ordering import Order, order_of
from domain.shengji.sides import SEATS
from domain.shengji.state import Play

Cards = tuple[Card, ...]
Trick = tuple[Play, ...]

_ALL: Final = Counter(FOUR_PACKS)


class Known(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A seat's knowledge when it is to play.

    `tricks` are those that were won, `table` is what lies there now with its `pattern`; `buried`
    is what the seat buried itself as dealer.
    """

    seat: Seat
    hand: Cards
    level: str
    trump: str
    dealer: Seat
    buried: Cards
    tricks: tuple[Trick, ...]
    table: Trick
    pattern: Pattern | None

    @cached_property
    def order(self) -> Order:
        """The order of cards in this round."""
        return order_of(self.level, self.trump)

    @cached_property
    def unseen(self) -> Counter[Card]:
        """What the other hands and a kitty that is not one's own are made of."""
        seen = Counter(self.hand)
        seen.update(self.buried)
        for trick in (*self.tricks, self.table):
            for play in trick:
                seen.update(play.cards)
        return _ALL - seen

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """The other seats."""
        return tuple(seat for seat in SEATS if seat != self.seat)

    def holds_none(self, seat: Seat, suit: str) -> bool:
        """Say whether another seat has been seen to have no card of an effective suit (S6.1)."""
        return (seat, suit) in self._voids or not any(
            self.order.suit[card] == suit for card in self.unseen
        )

    @cached_property
    def _voids(self) -> frozenset[tuple[Seat, str]]:
        suit = self.order.suit
        return frozenset(
            (play.seat, suit[lead.cards[0]])
            for lead, *following in (*self.tricks, *([self.table] if self.table else []))
            for play in following
            if any(suit[card] != suit[lead.cards[0]] for card in play.cards)
        )

    def is_beyond(self, cards: Iterable[Card]) -> bool:
        """Say whether nobody else can hold a card of the suit above the lowest of these."""
        power, suit = self.order.power, self.order.suit
        lowest = min(cards, key=power.__getitem__)
        if all((seat, suit[lowest]) in self._voids for seat in self.others):
            return True
        return not any(
            suit[card] == suit[lowest] and power[card] > power[lowest] for card in self.unseen
        )

    def of_suit(self, suit: str) -> list[Card]:
        """Return the own cards of an effective suit, from the lowest up."""
        own = [card for card in self.hand if self.order.suit[card] == suit]
        return self.order.from_the_lowest(own)
