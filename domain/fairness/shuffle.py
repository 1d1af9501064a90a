"""Shuffling a pack by a seed: the same seed, the same deck, on every machine (docs/fairness.md).

Fisher-Yates from the last card down, each place drawn evenly of those that are left. Whoever knows
the seed can do it again; who does not can foretell nothing.
"""

import hmac
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Final, TypeVar

Thing = TypeVar("Thing")

_COUNTER: Final = Struct(">I").pack
_WORDS: Final = Struct(">8I").unpack
_SPAN: Final = 1 << 32
"""How many different words there are."""


def shuffled(pack: Sequence[Thing], seed: bytes) -> tuple[Thing, ...]:
    """Return a pack in the order that a seed gives it; the first is the top of the deck."""
    return _shuffled(pack, _words(seed))


def shuffled_and_drawn(
    pack: Sequence[Thing], seed: bytes, count: int
) -> tuple[tuple[Thing, ...], int]:
    """Return the same, and a number from 0 to `count` - 1, which the same seed gives after it."""
    words = _words(seed)
    return _shuffled(pack, words), below(count, words)


def _shuffled(pack: Sequence[Thing], words: Iterator[int]) -> tuple[Thing, ...]:
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        drawn = below(last + 1, words)
        deck[last], deck[drawn] = deck[drawn], deck[last]
    return tuple(deck)


def below(count: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `count` - 1, all equally likely, of words of 32 bits.

    The last words, of which there are not enough for another whole set of numbers, are passed over:
    otherwise small numbers would come a little more often.
    """
    end = _SPAN - _SPAN % count
    return next(word for word in words if word < end) % count


def _words(seed: bytes) -> Iterator[int]:
    """Yield words of 32 bits without end: eight of each HMAC-SHA256 of a counter by the seed."""
    for counter in range(_SPAN):
        yield from _WORDS(hmac.digest(seed, _COUNTER(counter), "sha256"))
