"""Who may make which decision of the house (H1.2, H2.2, H3.1, H5.4, M1, M4, M8)."""

from collections.abc import Mapping
from typing import Final

from domain.house.clock import commands as of_clock
from domain.house.match import commands as in_match
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin

_OFFICE: Final = (Origin.OPERATOR, Origin.HOUSE)
_ANYBODY: Final = (Origin.PLAYER, Origin.CLOCK, Origin.OPERATOR, Origin.HOUSE)

ORIGINS: Final[Mapping[type[Command], tuple[Origin, ...]]] = {
    of_wallet.CreatePlayer: _OFFICE,
    of_wallet.DisablePlayer: _OFFICE,
    of_wallet.EnablePlayer: _OFFICE,
    of_wallet.Deposit: _OFFICE,
    of_wallet.Withdraw: _OFFICE,
    at_table.OpenTable: _OFFICE,
    at_table.ChangeSettings: _OFFICE,
    at_table.StartRound: (Origin.HOUSE, Origin.CLOCK, Origin.OPERATOR),
    in_match.OpenMatch: _OFFICE,
    in_match.StartMatchRound: (Origin.HOUSE, Origin.CLOCK, Origin.OPERATOR),
    in_match.AbandonMatch: (Origin.OPERATOR,),
    of_clock.GrantTime: (Origin.CLOCK,),
}
"""What a player doesn't do; sitting, topping up, standing up is a player's, or done for it.

So is joining a match, being ready, quitting and coming back.
"""


def house_may(command: Command, origin: Origin) -> bool:
    """Say whether a decision of the house can be made by the house, a player, clock or operator."""
    return origin in ORIGINS.get(type(command), _ANYBODY)


def usual_origin(command: Command) -> Origin:
    """Return who makes a decision of the house as a rule."""
    return ORIGINS.get(type(command), _ANYBODY)[0]
