"""Who may make which decision of the house (H1 to H16, M1, M4, M8)."""

from collections.abc import Mapping
from typing import Final, get_args

from domain.house.access import commands as to_cards
from domain.house.adjustment import commands as of_adjustment
from domain.house.anchors import commands as of_anchors
from domain.house.audit import commands as of_audit
from domain.house.clock import commands as of_clock
from domain.house.deck import commands as of_deck
from domain.house.dispute import commands as of_dispute
from domain.house.incidents import commands as of_incidents
from domain.house.match import commands as in_match
from domain.house.selfcheck import commands as of_selfcheck
from domain.house.session import commands as of_session
from domain.house.switches import commands as of_switches
from domain.house.table import commands as at_table
from domain.house.tokens import commands as of_tokens
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
    at_table.DelaySpectators: _OFFICE,
    at_table.StartRound: (Origin.HOUSE, Origin.CLOCK, Origin.OPERATOR),
    in_match.OpenMatch: _OFFICE,
    in_match.DelayMatchSpectators: _OFFICE,
    in_match.StartMatchRound: (Origin.HOUSE, Origin.CLOCK, Origin.OPERATOR),
    in_match.AbandonMatch: (Origin.OPERATOR,),
    of_clock.GrantTime: (Origin.CLOCK,),
    to_cards.GrantReveal: (Origin.OPERATOR,),
    to_cards.LookAtCards: (Origin.OPERATOR,),
    to_cards.RevealCards: (Origin.OPERATOR,),
    of_dispute.OpenDispute: (Origin.PLAYER, Origin.OPERATOR),
    of_dispute.AddEvidence: (Origin.PLAYER, Origin.OPERATOR),
    of_dispute.AddNote: (Origin.PLAYER, Origin.OPERATOR),
    of_dispute.DecideDispute: (Origin.OPERATOR,),
    of_dispute.ProposeCompensation: (Origin.OPERATOR,),
    of_dispute.CloseDispute: (Origin.OPERATOR,),
    of_adjustment.ProposeAdjustment: (Origin.OPERATOR,),
    of_adjustment.ApproveAdjustment: (Origin.OPERATOR,),
    of_adjustment.RejectAdjustment: (Origin.OPERATOR,),
    of_clock.StopClock: (Origin.OPERATOR, Origin.HOUSE),
    of_clock.ResumeClock: (Origin.OPERATOR,),
    of_anchors.DepositAnchor: (Origin.PLAYER,),
    of_deck.MissCut: (Origin.CLOCK,),
    of_switches.Disable: (Origin.OPERATOR,),
    of_switches.Enable: (Origin.OPERATOR,),
    of_selfcheck.RecordSelfCheck: (Origin.HOUSE, Origin.OPERATOR),
    of_selfcheck.AcknowledgeAlarm: (Origin.OPERATOR,),
    of_audit.RecordAudit: (Origin.OPERATOR,),
    **dict.fromkeys(get_args(of_incidents.Command), (Origin.HOUSE,)),
    of_tokens.RevokeTokens: (Origin.OPERATOR,),
    of_session.OpenSession: (Origin.PLAYER, Origin.OPERATOR),
    of_session.EndSession: (Origin.PLAYER, Origin.OPERATOR),
}
"""What a player doesn't do; sitting, topping up, standing up is a player's, or done for it.

So is joining a match, being ready, quitting and coming back, and cutting. An anchor is deposited by
its player alone (H6.2).
"""


def house_may(command: Command, origin: Origin) -> bool:
    """Say whether a decision of the house can be made by the house, a player, clock or operator."""
    return origin in ORIGINS.get(type(command), _ANYBODY)


def usual_origin(command: Command) -> Origin:
    """Return who makes a decision of the house as a rule."""
    return ORIGINS.get(type(command), _ANYBODY)[0]
