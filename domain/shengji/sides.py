"""The two sides: p1 and p3 against p2 and p4, who sits opposite whom, and who comes next."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from domain.kernel.seats import Seat, seats_of


class Side(StrEnum):
    """A side 一方: A has p1 and p3, B has p2 and p4."""

    A = "A"
    B = "B"


SEATS: Final = seats_of(4)

SIDE_OF: Final[Mapping[Seat, Side]] = dict(zip(SEATS, (Side.A, Side.B) * 2, strict=True))
"""The side of every seat."""

NEXT: Final[Mapping[Seat, Seat]] = dict(zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True))
"""The seat after every seat, counter-clockwise."""

PARTNER: Final[Mapping[Seat, Seat]] = {seat: NEXT[NEXT[seat]] for seat in SEATS}
"""The seat across 對家, which is of the same side."""


def other_side(side: Side) -> Side:
    """Return the other of the two sides."""
    return Side.B if side is Side.A else Side.A


def members(side: Side) -> tuple[Seat, ...]:
    """Return the seats of a side, p1 upward."""
    return tuple(seat for seat in SEATS if SIDE_OF[seat] is side)
