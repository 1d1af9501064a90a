"""The players cut: after the house is bound to its deck, their values make the dealing order.

A player deposits an anchor, the hash of a value that only its client knows, before any root is
seen. Revealed, the value is checked by the anchor, and is the anchor of the next cut: so a client
that hashes one random value many times has a chain of values to reveal, from its end.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from domain.fairness.committed import Where
from domain.fairness.shuffle import shuffled, shuffled_and_drawn
from domain.kernel.seats import Seat

VALUE_SIZE: Final = 32
"""Bytes of an anchor, and of the value before it."""

_ANCHOR_TAG: Final = b"paipu.cut.1\0"
_ORDER_TAG: Final = b"paipu.order.1\0"
_MISSED: Final = b"\x00" + bytes(VALUE_SIZE)


def anchor_of(value: bytes) -> bytes:
    """Return the anchor by which a value can be checked later, and from which it can't be found."""
    return sha256(_ANCHOR_TAG + value).digest()


def comes_behind(other: bytes, anchor: bytes, most: int) -> bool:
    """Say whether one of the `most` next hashes of an anchor is another one, or it is that itself.

    Then both are of one chain, and the value of the other one is known, or will be before.
    """
    for _ in range(most):
        if anchor == other:
            return True
        anchor = anchor_of(anchor)
    return anchor == other


def cut_of(where: Where, root: bytes, seats: Sequence[Seat], values: Mapping[Seat, bytes]) -> bytes:
    """Return the seed of the dealing order: of all values that the stage's seats have revealed.

    `seats` are in order from p1 upward; who revealed nothing is in it as that.
    """
    parts = (
        int(seat[1:]).to_bytes() + (b"\x01" + values[seat] if seat in values else _MISSED)
        for seat in seats
    )
    head = _ORDER_TAG + where.bytes + root + len(seats).to_bytes()
    return sha256(head + b"".join(parts)).digest()


def order_by(cut: bytes, size: int) -> tuple[int, ...]:
    """Return the indexes of the deck in the order in which its cards are dealt."""
    return shuffled(range(size), cut)


def order_and_place(cut: bytes, size: int, count: int) -> tuple[tuple[int, ...], int]:
    """Return the same, and a place from 0 to `count` - 1, which the same cut gives after it."""
    return shuffled_and_drawn(range(size), cut, count)
