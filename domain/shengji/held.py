"""S5: the pairs, tractors and bombs that a hand holds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.cards.card import Card
from domain.shengji.events import Pattern
from domain.shengji.hands import PACKS
from domain.shengji.ordering import Order
from domain.shengji.units import PAIR


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of a hand that can be led together.

    Tractors and runs of bombs are the longest; shorter ones are in them (S5.2, S5.3).
    """

    pattern: Pattern
    cards: tuple[Card, ...]


def held(order: Order, hand: Sequence[Card]) -> tuple[Held, ...]:
    """Return the pairs, tractors and bombs of a hand, of each kind from the lowest card up."""
    copies = Counter(hand)
    faces = order.from_the_lowest(copies)
    return (*_of(order, faces, copies, PAIR), *_of(order, faces, copies, PACKS))


def _of(order: Order, faces: Iterable[Card], copies: Counter[Card], each: int) -> Iterator[Held]:
    enough = [face for face in faces if copies[face] >= each]
    alone, run = (Pattern.BOMB, Pattern.BOMB) if each == PACKS else (Pattern.PAIR, Pattern.TRACTOR)
    for face in enough:
        yield Held(pattern=alone, cards=(face,) * each)
    for several in _runs(order, enough):
        cards = tuple(face for face in several for _ in range(each))
        yield Held(pattern=run, cards=cards)


def _runs(order: Order, faces: Iterable[Card]) -> Iterator[list[Card]]:
    """Yield the longest runs of two or more unraised faces that are next to each other."""
    at = {(face[1], order.place[face]): face for face in faces if face in order.place}
    for (printed, place), first in at.items():
        if (printed, place - 1) not in at:
            run = [first]
            while (further := at.get((printed, place + len(run)))) is not None:
                run.append(further)
            if len(run) > 1:
                yield run
