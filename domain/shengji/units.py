"""S5: units, which are singles, pairs, tractors and bombs, and those that cards contain (S6.3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from domain.cards.card import Card
from domain.shengji.events import Pattern
from domain.shengji.hands import PACKS
from domain.shengji.ordering import Order

PAIR: Final = 2


class Unit(NamedTuple):
    """A single, pair, tractor or bomb, and the power of its highest card.

    Units of one kind and size and one suit compare by their power.
    """

    kind: Pattern
    size: int
    power: int


def unit_of(order: Order, cards: Sequence[Card]) -> Unit | None:
    """Return what cards of one effective suit are together, None if they are no unit."""
    if len(cards) == 1:
        return Unit(Pattern.SINGLE, 1, order.power[cards[0]])
    copies = Counter(cards)
    each = copies[cards[0]]
    if any(count != each for count in copies.values()):
        return None
    kind = _kind(order, copies, each)
    if kind is None:
        return None
    return Unit(kind, len(cards), max(order.power[card] for card in copies))


def _kind(order: Order, faces: Iterable[Card], each: int) -> Pattern | None:
    match [*faces], each:
        case [_], 1:
            return Pattern.SINGLE
        case [_], 2:
            return Pattern.PAIR
        case [_], 4:
            return Pattern.BOMB
        case [*several], 2 if _is_run(order, several):
            return Pattern.TRACTOR
        case [*several], 4 if _is_run(order, several):  # S5.3
            return Pattern.BOMB
        case _:
            return None


def _is_run(order: Order, faces: Sequence[Card]) -> bool:
    """S5.2: say whether two or more faces are unraised and next to each other in one suit."""
    places = [order.place.get(face) for face in faces]
    if len(faces) < PAIR or None in places:
        return False
    first = min(place for place in places if place is not None)
    # Of one effective suit the unraised cards are all of one printed suit.
    return {*places} == {*range(first, first + len(faces))}


def highest(order: Order, cards: Sequence[Card], kind: Pattern, size: int) -> Unit | None:
    """Return the highest unit of a kind and size that cards of one suit contain, None if none."""
    copies = Counter(cards)
    match kind:
        case Pattern.SINGLE:
            powers = [order.power[card] for card in copies]
        case Pattern.PAIR:
            powers = [order.power[card] for card in _faces(copies, PAIR)]
        case Pattern.BOMB if size % PACKS:  # no bomb has so many cards
            powers = []
        case Pattern.BOMB if size == PACKS:
            powers = [order.power[card] for card in _faces(copies, PACKS)]
        case _:
            each = PACKS if kind is Pattern.BOMB else PAIR
            powers = [*_tops(order, _faces(copies, each), size // each)]
    return Unit(kind, size, max(powers)) if powers else None


def _faces(copies: Counter[Card], least: int) -> list[Card]:
    return [card for card, count in copies.items() if count >= least]


def _tops(order: Order, faces: Iterable[Card], length: int) -> Iterator[int]:
    """Yield the power of the highest card of every run of so many of the faces."""
    card_at = {order.place[card]: card for card in faces if card in order.place}
    for top, card in card_at.items():
        if all(top - below in card_at for below in range(length)):
            yield order.power[card]


def greatest(order: Order, cards: Sequence[Card]) -> Unit:
    """S6.3: return the greatest unit in cards of one suit, by which a throw is judged.

    Most cards first; a bomb before a tractor of the same size; then the highest.
    """
    for kind, size in _from_the_greatest(len(cards)):
        unit = highest(order, cards, kind, size)
        if unit is not None:
            return unit
    message = "no cards, no unit"
    raise ValueError(message)


def _from_the_greatest(cards: int) -> Iterator[tuple[Pattern, int]]:
    for size in range(cards, PAIR, -1):
        if size % PACKS == 0:
            yield Pattern.BOMB, size
        if size % PAIR == 0:
            yield Pattern.TRACTOR, size
    yield Pattern.PAIR, PAIR
    yield Pattern.SINGLE, 1
