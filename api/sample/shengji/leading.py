"""What a bot leads (S5)."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from api.sample.shengji.known import Known
from domain.cards.card import Card
from domain.shengji.hands import points_of
from domain.shengji.held import held
from domain.shengji.ordering import TRUMP
from domain.shengji.units import unit_of

Cards = tuple[Card, ...]

TWO: Final = 2


class Wish(NamedTuple):
    """A lead, and how much the bot would like it beside the others."""

    cards: Cards
    weight: float


_RISK: Final = 0.12
"""How much a bot likes a throw of which it cannot know that it holds (S5.5)."""


def lead(known: Known, chance: Random) -> Cards:
    """Return the cards to lead: any of what is worth a wish, by its weight."""
    wishes = [*_patterns(known), *_throws(known), *_singles(known)]
    (chosen,) = chance.choices(wishes, [wish.weight for wish in wishes])
    return chosen.cards


def _patterns(known: Known) -> Iterator[Wish]:
    for one in held(known.order, known.hand):
        plain = known.order.suit[one.cards[0]] != TRUMP
        if len(one.cards) > TWO:
            yield Wish(one.cards, 6 if plain else 3)
        elif known.is_beyond(one.cards):
            yield Wish(one.cards, 5 if plain else 1)
        elif not points_of(one.cards):
            yield Wish(one.cards, 1 if plain else 0.5)


def _throws(known: Known) -> Iterator[Wish]:
    for suit in sorted({known.order.suit[card] for card in known.hand}):
        own = known.of_suit(suit)
        whole = len(own) > TWO and unit_of(known.order, own) is None
        if whole:
            sure = all(known.holds_none(seat, suit) for seat in known.others)
            if sure or len(own) <= TWO * TWO:
                yield Wish(tuple(own), 9 if sure else _RISK)
        two = _highest_two(known, own)
        if two:
            yield Wish(two, 4 if known.is_beyond(two) else _RISK)


def _highest_two(known: Known, own: list[Card]) -> Cards:
    """Return the two highest cards of a suit that are no pair, as long as that is two cards."""
    faces = sorted(dict.fromkeys(own), key=known.order.power.__getitem__, reverse=True)
    return tuple(faces[:TWO]) if len(faces) >= TWO else ()


def _singles(known: Known) -> Iterator[Wish]:
    """Yield the highest of every suit if nobody can be above it, and the lowest."""
    for suit in sorted({known.order.suit[card] for card in known.hand}):
        lowest, *_, highest = (*known.of_suit(suit)[:1], *known.of_suit(suit)[-1:])
        plain = suit != TRUMP
        if plain and known.is_beyond((highest,)):
            yield Wish((highest,), 4)
        yield Wish((lowest,), (0.4 if points_of((lowest,)) else 2) * (1 if plain else 0.5))
