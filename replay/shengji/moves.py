"""Places where cards lie, and what moves in and out of them."""

from collections import Counter
from collections.abc import Sequence

from domain.cards.card import HIDDEN, Card
from domain.kernel.text import Text, text


class GapError(Exception):
    """Cards or points are not where they are told to be; the message says which, by no card."""


class Place:
    """Cards in one place. Once a hidden one came in, only their number is known."""

    def __init__(self) -> None:
        self.cards = Counter[Card]()
        self._number = 0
        self._hidden = False

    def __len__(self) -> int:
        return self._number

    @property
    def known(self) -> tuple[Card, ...] | None:
        """The cards that lie here, None if some of them were hidden."""
        return None if self._hidden else tuple(self.cards.elements())

    def put(self, cards: Sequence[Card]) -> None:
        """Lay cards here."""
        self._hidden = self._hidden or HIDDEN in cards
        self._number += len(cards)
        for card in cards:
            self.cards[card] += 1

    def take(self, cards: Sequence[Card], why: Text, **about: object) -> None:
        """Take cards from here. Raises `GapError`, saying `why`, if they are not here."""
        self._hidden = self._hidden or HIDDEN in cards
        held = self.cards
        self._number -= len(cards)
        for card in cards:
            left = held[card] - 1
            held[card] = left
            if left < 0 and not self._hidden:
                raise GapError(why.of(**about))
        if self._number < 0:
            raise GapError(why.of(**about))

    def empty(self, cards: Sequence[Card], why: Text, **about: object) -> None:
        """Take all that is here. Raises `GapError` if that is anything else."""
        self.take(cards, why, **about)
        if self._number:
            raise GapError(why.of(**about))


def same(what: str, told: object, summed: object) -> None:
    """Raise `GapError` unless what is told is what the facts add up to."""
    if told != summed:
        message = text(
            "{what}: told {told}, but the facts add up to {summed}",
            what=what,
            told=told,
            summed=summed,
        )
        raise GapError(message)
