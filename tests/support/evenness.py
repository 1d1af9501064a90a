"""Whether decks are as even as chance makes them: what is counted, and how likely such counts are.

Every test is two-sided: counts that fit too well are no chance either. Whoever makes many tests of
one level divides it among them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from math import exp, factorial, lgamma, log
from typing import NamedTuple

from domain.fairness.committed import Where, cards_of
from domain.fairness.cut import cut_of, order_and_place
from domain.kernel.seats import seats_of
from domain.shengji.deck import DEALT

LEVEL = 0.01
"""All tests together call even decks uneven once in a hundred times."""
SEATS = seats_of(4)
_FINE = 1e-14


class Dealt(NamedTuple):
    """What a secret and cuts come to, told by the places of cards in the pack, from 0.

    `deck` is the order to which the house is bound, `order` the one in which that is dealt,
    `place` that of the face-up card.
    """

    deck: tuple[int, ...]
    order: tuple[int, ...]
    place: int

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards in the order in which they are dealt."""
        return tuple(self.deck[index] for index in self.order)


def dealt(size: int, count: int, seed: bytes) -> Iterator[Dealt]:
    """Yield so many rounds of secrets and cuts that follow from a seed."""
    for number in range(count):
        yield _dealt(size, sha256(b"%s %d %d" % (seed, size, number)).digest())


def _dealt(size: int, own: bytes) -> Dealt:
    values = {seat: sha256(seat.encode() + own).digest() for seat in SEATS}
    # In the place of the root stands a hash: making that would cost more than all the rest.
    cut = cut_of(Where("r", 0), sha256(b"root" + own).digest(), SEATS, values)
    deck = cards_of(0, range(size), sha256(b"secret" + own).digest())
    return Dealt(deck, *order_and_place(cut, size, min(DEALT, size)))


def likelihoods(size: int, count: int, seed: bytes) -> dict[str, float]:
    """Make all tests on so many rounds; return by name how likely it is to be so far off."""
    rounds = [*dealt(size, count, seed)]
    found: dict[str, float] = {}
    for name, orders in (
        ("deck", [one.deck for one in rounds]),
        ("cut", [one.order for one in rounds]),
        ("deal", [one.hands for one in rounds]),
    ):
        for place in (0, 1, size // 2, size - 2, size - 1):
            cards = Counter(order[place] for order in orders)
            found[f"{name}: cards at place {place}"] = even(cards, size)
        steps = Counter(
            (after - before) % size for order in orders for before, after in pairwise(order)
        )
        found[f"{name}: steps between neighbours"] = even(steps, size - 1)
        found[f"{name}: cards in their own place"] = like_fixed_points(orders)
        suits = Counter(order[0] * 4 // size * 4 + order[-1] * 4 // size for order in orders)
        found[f"{name}: first and last card"] = likely_as(suits, _ends(size))
    if size > DEALT:
        found["place of the face-up card"] = even(Counter(one.place for one in rounds), DEALT)
    return found


def _ends(size: int) -> Mapping[int, float]:
    """Return how likely the quarters of the pack are from which first and last card come."""
    same, other = (size // 4 - 1) / (4 * (size - 1)), size / 4 / (4 * (size - 1))
    return {a * 4 + b: same if a == b else other for a in range(4) for b in range(4)}


def even(counts: Mapping[int, int], kinds: int) -> float:
    """Return how likely counts are that are so far from even, over so many kinds."""
    total = sum(counts.values())
    missing = kinds - len(counts)
    expected = total / kinds
    square = sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected
    return two_sided(square, kinds - 1)


def likely_as(counts: Mapping[int, int], chances: Mapping[int, float]) -> float:
    """Return how likely counts are that are so far from these chances."""
    assert counts.keys() <= chances.keys()
    total = sum(counts.values())
    square = sum(
        (counts.get(kind, 0) - total * chance) ** 2 / (total * chance)
        for kind, chance in chances.items()
    )
    return two_sided(square, len(chances) - 1)


def like_fixed_points(orders: Sequence[Sequence[int]]) -> float:
    """Return how likely it is that so many cards lie in their own place: 1 / (e k!) for k of them.

    That is exact to the last digit for packs of 52 and more.
    """
    most = 4
    fixed = Counter(
        min(most, sum(place == card for place, card in enumerate(order))) for order in orders
    )
    chances = {k: exp(-1) / factorial(k) for k in range(most)}
    return likely_as(fixed, {**chances, most: 1 - sum(chances.values())})


def two_sided(square: float, freedom: int) -> float:
    """Return how likely a chi-square is at least so far from the middle, on either side."""
    below = chi_square_below(square, freedom)
    return 2 * min(below, 1 - below)


def chi_square_below(square: float, freedom: int) -> float:
    """Return how likely a chi-square of so many degrees of freedom is below a number.

    It is the regularised lower gamma function: its series, or its continued fraction by Lentz.
    """
    a, x = freedom / 2, square / 2
    if x <= 0:
        return 0.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while term > total * _FINE:
            a += 1
            term *= x / a
            total += term
        return front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value, number, factor = d, 0, 0.0
    while abs(factor - 1) > _FINE:
        number += 1
        step = -number * (number - a)
        b += 2
        d, c = 1 / (step * d + b), b + step / c
        factor = c * d
        value *= factor
    return 1 - front * value
