"""Who may make which decision of a round: the record's marks, and what the service takes."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.decider import Origin
from domain.shengji import commands
from domain.shengji.commands import Command

_HOUSE: Final = frozenset({Origin.HOUSE})
_FOR_A_SEAT: Final = frozenset({Origin.PLAYER, Origin.CLOCK, Origin.OPERATOR})

OTHERS: Final[Mapping[type[Command], frozenset[Origin]]] = {
    commands.OpenRound: frozenset(Origin),  # whoever started it in its match
    commands.Deal: _HOUSE,
    commands.DealKitty: _HOUSE,
    commands.TurnUp: _HOUSE,
    commands.VoidRound: frozenset({Origin.OPERATOR}),  # S8.5
    commands.VoidRoundFor: frozenset({Origin.OPERATOR}),
}
"""What a player does not do; every other command is a seat's own, or done in its place."""


def may_come_from(command: Command, origin: Origin) -> bool:
    """Say whether a decision of this kind can be made by the house, a player, clock or operator."""
    return origin in OTHERS.get(type(command), _FOR_A_SEAT)
