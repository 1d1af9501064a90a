"""What the comparisons with pokerkit have in common: its hands, the clock, ratios pair by pair."""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from pokerkit import Automation, NoLimitTexasHoldem


class Hand(NamedTuple):
    """What one hand of hold'em consisted of.

    `actions` are what its players did, `operations` all that pokerkit did and recorded: antes,
    blinds, every deal, the actions, and what followed at the end.
    """

    actions: int
    operations: int


def check_down(players: int) -> Hand:
    """Plays a hand in which everybody calls and checks to the showdown."""
    automations = tuple(Automation)
    hand = NoLimitTexasHoldem.create_state(automations, True, 0, (50, 100), 100, 15_000, players)  # noqa: FBT003
    actions = 0
    while hand.status:
        hand.check_or_call()
        actions += 1
    return Hand(actions, len(hand.operations))


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Compared(NamedTuple):
    """Seconds for our work and for pokerkit's, timed in turn, pair by pair."""

    ours: Sequence[float]
    theirs: Sequence[float]

    def ratios(self, ours: float = 1, theirs: float = 1) -> list[float]:
        """How many times as fast we are, by so many pieces of work of either side, each pair."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return [(ours / own) / (theirs / other) for own, other in pairs]


def compared(
    ours: Callable[[], object], theirs: Callable[[], object], repetitions: int
) -> Compared:
    """Times both in turn."""
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(repetitions)]
    return Compared([own for own, _ in pairs], [other for _, other in pairs])


def told(ratios: Sequence[float]) -> str:
    """Says a ratio: the median, and how far it went."""
    return f"{median(ratios):5.1f} x  ({min(ratios):.1f} to {max(ratios):.1f})"
