"""Seats p1 … pN, numbered counter-clockwise; "next" is the next higher, wrapping round (Z1.1)."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NewType

Seat = NewType("Seat", str)
"""A place at the table, written `p1`, `p2` …; it is not the player, who may leave it."""


@lru_cache(maxsize=64)
def seats_of(count: int) -> tuple[Seat, ...]:
    """Return the seats p1 … p`count` in order."""
    return tuple(Seat(f"p{number}") for number in range(1, count + 1))


def counter_clockwise(seats: Sequence[Seat], first: Seat) -> Iterator[Seat]:
    """Yield every seat once, beginning with `first`, which must be one of them."""
    start = seats.index(first)
    yield from seats[start:]
    yield from seats[:start]


def in_order(seats: Sequence[Seat], chosen: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the chosen seats from p1 upward, whatever order they came in."""
    return tuple(seat for seat in seats if seat in chosen)
