"""All ways to make a pattern of a size out of cards of one effective suit (S5)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.cards.card import Card
from domain.shengji.events import Pattern
from domain.shengji.hands import PACKS
from domain.shengji.ordering import Order

Cards = tuple[Card, ...]


def shapes(order: Order, cards: Sequence[Card], pattern: Pattern, size: int) -> Iterator[Cards]:
    """Yield the singles, pairs, tractors or bombs of so many cards, from the lowest up."""
    copies = Counter(cards)
    each = {Pattern.SINGLE: 1, Pattern.PAIR: 2, Pattern.TRACTOR: 2, Pattern.BOMB: PACKS}[pattern]
    length, left = divmod(size, each)
    if left or not length:
        return
    faces = [face for face in order.from_the_lowest(copies) if copies[face] >= each]
    if length == 1:
        yield from ((face,) * each for face in faces)
        return
    at = {order.place[face]: face for face in faces if face in order.place}
    for place in at:
        run = [at.get(place + step) for step in range(length)]
        yield from [tuple(face for face in run if face for _ in range(each))] if all(run) else []


def answers(order: Order, cards: Sequence[Card], pattern: Pattern, size: int) -> Iterator[Cards]:
    """Yield what could answer a lead of a pattern: its like, and bombs to a tractor (S6.2)."""
    yield from shapes(order, cards, pattern, size)
    if pattern is Pattern.TRACTOR and size % PACKS == 0:
        yield from shapes(order, cards, Pattern.BOMB, size)
