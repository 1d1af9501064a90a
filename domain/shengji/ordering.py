"""S2: trump, effective suits and the order of cards, for a level and a trump suit."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from domain.cards.card import BIG_JOKER, RANKS, SMALL_JOKER, SUITS, Card

ACE_OF_SPADES: Final = Card("As")
FIVE_OF_HEARTS: Final = Card("5h")
FIVE_OF_DIAMONDS: Final = Card("5d")
ADVISER: Final = "3"
"""The rank of the two advisers 參謀."""

TRUMP: Final = "trump"
"""The effective suit of all trumps; a plain suit is named by its letter."""

SAME_COLOUR: Final[Mapping[str, str]] = {"s": "c", "c": "s", "h": "d", "d": "h"}
"""For every suit the other one of its colour."""

SUITS_FROM_THE_LOWEST: Final = "shcd"
"""S3.8: the order of suits where the clock finds cards equal: ♠ ♥ ♣ ♦."""


class Order(NamedTuple):
    """The order of all cards under a level and a trump suit.

    `suit` is every card's effective suit, `of_suit` the cards of each; of two cards of one suit
    that with more `power` is the higher. `place` is where an unraised card stands in the run of its
    printed suit, from the lowest, the raised cards taken out (S5.2); raised cards have none.
    """

    level: str
    trump: str
    suit: Mapping[Card, str]
    power: Mapping[Card, int]
    place: Mapping[Card, int]
    of_suit: Mapping[str, frozenset[Card]]

    def suit_of_all(self, cards: Iterable[Card]) -> str | None:
        """Return the effective suit of some cards, None if they are of several."""
        suits = {*map(self.suit.__getitem__, cards)}
        return suits.pop() if len(suits) == 1 else None

    def number(self, cards: Iterable[Card], suit: str) -> int:
        """Return how many of the cards are of an effective suit."""
        return [*map(self.suit.__getitem__, cards)].count(suit)

    def from_the_lowest(self, cards: Iterable[Card]) -> list[Card]:
        """S3.8: return cards from the lowest up: plain before trump, by power, then by suit."""
        return sorted(cards, key=self._height)

    def _height(self, card: Card) -> tuple[bool, int, int]:
        return self.suit[card] == TRUMP, self.power[card], SUITS_FROM_THE_LOWEST.find(card[1])


@lru_cache(maxsize=64)  # every level of both ladders with every trump suit
def order_of(level: str, trump: str) -> Order:
    """Return the order of cards for a level, such as `7`, and a trump suit, such as `h`."""
    raised = {
        card: len(RANKS) + height
        for height, equals in enumerate(_raised_from_the_lowest(level, trump))
        for card in equals
    }
    power, suit = dict(raised), dict.fromkeys(raised, TRUMP)
    place: dict[Card, int] = {}
    for printed in SUITS:
        run = [Card(rank + printed) for rank in RANKS if Card(rank + printed) not in raised]
        power |= {card: RANKS.index(card[0]) for card in run}
        suit |= dict.fromkeys(run, TRUMP if printed == trump else printed)
        place |= {card: number for number, card in enumerate(run)}
    of_suit = {one: frozenset(c for c in suit if suit[c] == one) for one in (TRUMP, *SUITS)}
    return Order(level, trump, suit, power, place, of_suit)


def _raised_from_the_lowest(level: str, trump: str) -> Iterator[tuple[Card, ...]]:
    """S2.2, the upper part of the list, from its end: cards that are equal stand together."""
    yield tuple(Card(level + suit) for suit in SUITS if suit != trump)
    yield (Card(level + trump),)
    yield (Card(ADVISER + SAME_COLOUR[trump]),)
    yield (Card(ADVISER + trump),)
    yield (SMALL_JOKER,)
    yield (BIG_JOKER,)
    yield (FIVE_OF_DIAMONDS,)
    yield (FIVE_OF_HEARTS,)
    yield (ACE_OF_SPADES,)
