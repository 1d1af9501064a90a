"""S8.3, S8.4: where a side stands on the ladder after a round, and when the match is won."""

from collections.abc import Mapping

from domain.shengji.events import LevelChanged
from domain.shengji.ruleset import LEVELS, Ladder
from domain.shengji.sides import Side


def climbed(ladder: Ladder, level: str, steps: int) -> str:
    """Return the level so many playable levels on, neither below the first nor above the last."""
    levels = LEVELS[ladder]
    return levels[min(max(levels.index(level) + steps, 0), len(levels) - 1)]


def is_last(ladder: Ladder, level: str) -> bool:
    """Say whether a level is the last of its ladder."""
    return level == LEVELS[ladder][-1]


def changes(
    ladder: Ladder,
    before: Mapping[Side, str],
    gained: Mapping[Side, int],
    lost: Mapping[Side, int],
) -> tuple[LevelChanged, ...]:
    """Return the change of every side that gained or lost a level."""
    return tuple(
        LevelChanged(
            side=side,
            before=before[side],
            gained=gained.get(side, 0),
            lost=lost.get(side, 0),
            after=climbed(ladder, before[side], gained.get(side, 0) - lost.get(side, 0)),
        )
        for side in Side
        if gained.get(side, 0) or lost.get(side, 0)
    )
