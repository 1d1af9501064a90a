"""The turns of a round of either game, told by its facts alone, sealed cards or not."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.games import told_as
from replay.rederive import Decided


class Turned(NamedTuple):
    """A decision, the turn that it answered, and the one that was open then; None for none."""

    decision: Decided
    before: str | None
    after: str | None


def turns_of(decisions: Sequence[Decided]) -> Iterator[Turned]:
    """Yield a round's decisions with their turns, named as the rules name them."""
    if not decisions:
        return
    turns = told_as(decisions[0].facts[0]).turns()
    for decision in decisions:
        before = turns.open
        for fact in decision.facts:
            turns.heed(fact)
        yield Turned(decision, before, turns.open)
