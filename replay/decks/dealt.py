"""Comparing what was dealt with what the committed decks deal, by the house's secret (H6.5)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.flow.dealing import dealt_by
from domain.house.deck.state import Cut, Cutting
from domain.kernel.decider import Command
from domain.sizhidao.state import Dealing
from replay.rederive import Dealt


class Compared(NamedTuple):
    """How many deals were compared, and the version of the first that is otherwise."""

    deals: int
    wrong: int | None


def compared(stages: Iterable[Cutting | Cut], dealt: Sequence[Dealt]) -> Compared:
    """Compare every deal with its deck. The secret must be in the decks.

    What was dealt of a deck that is not cut is for another check.
    """
    decks = {stage.deck.stage: stage for stage in stages if isinstance(stage, Cut)}
    due: dict[int, frozenset[Command]] = {}
    for number, one in enumerate(dealt):
        stage = one.state.round.stage if isinstance(one.state, Dealing) else 0
        if stage not in decks:
            return Compared(number, None)
        if stage not in due:
            due[stage] = frozenset(dealt_by(decks[stage], one.state))
        if one.command not in due[stage]:
            return Compared(number, one.version)
    return Compared(len(dealt), None)
