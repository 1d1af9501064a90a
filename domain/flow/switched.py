"""H7: which switches a command hangs on, whoever asks it; one table that knows every command.

Asked is the command that somebody makes, not what follows from it: so a running round concludes,
and what is at a table can always be taken home.
"""

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from domain.flow.address import SWITCHES, Address, Kind, Look, match, table, wallet
from domain.flow.refusals import NoSuchGame, PlayersOwnSwitch
from domain.games.games import BY_NAME, SHENGJI, SIZHIDAO, game_of
from domain.house.access import commands as of_access
from domain.house.adjustment import commands as of_adjustment
from domain.house.anchors import commands as of_anchors
from domain.house.audit import commands as of_audit
from domain.house.clock import commands as of_clock
from domain.house.deck import commands as of_deck
from domain.house.dispute import commands as of_dispute
from domain.house.incidents import commands as of_incidents
from domain.house.match import commands as in_match
from domain.house.match.refusals import NoSuchMatch
from domain.house.selfcheck import commands as of_selfcheck
from domain.house.session import commands as of_session
from domain.house.switches import commands as of_switches
from domain.house.switches.refusals import SwitchedOff
from domain.house.switches.scopes import EVERYTHING, Reach, reach_of, scope_of
from domain.house.table import commands as at_table
from domain.house.table.refusals import NoSuchTable
from domain.house.tokens import commands as of_tokens
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.shengji import commands as shengji
from domain.sizhidao import commands as sizhidao

Reaches = frozenset[Reach]

NONE: Final[Reaches] = frozenset()
_HOUSE: Final = frozenset((Reach.EVERYTHING,))
_GAME: Final = _HOUSE | {Reach.GAME}
_TABLE: Final = _GAME | {Reach.TABLE}
_MATCH: Final = _GAME | {Reach.MATCH}
_PLAYER: Final = frozenset((Reach.PLAYER,))

_IN_ROUNDS: Final[tuple[type[Command], ...]] = (
    sizhidao.Deal,
    sizhidao.Bet,
    sizhidao.Call,
    sizhidao.Raise,
    sizhidao.AllIn,
    sizhidao.Check,
    sizhidao.Fold,
    sizhidao.Split,
    sizhidao.AutoSplit,
    sizhidao.BuyIn,
    sizhidao.DeclineBuyIn,
    sizhidao.VoidRound,
    sizhidao.VoidRoundFor,
    shengji.Deal,
    shengji.DealKitty,
    shengji.TurnUp,
    shengji.Show,
    shengji.Pass,
    shengji.CallTrump,
    shengji.Return,
    shengji.Bury,
    shengji.Play,
    shengji.VoidRound,
    shengji.VoidRoundFor,
)

CONSULTED: Final[Mapping[type[Command], Reaches]] = {
    # Points come in by nobody who is off, and go out at all times (H7.3).
    of_wallet.CreatePlayer: NONE,
    of_wallet.DisablePlayer: NONE,
    of_wallet.EnablePlayer: NONE,
    of_wallet.Deposit: _HOUSE | _PLAYER,
    of_wallet.Withdraw: NONE,
    # What is off can be mended, and left.
    at_table.OpenTable: _GAME,
    at_table.ChangeSettings: NONE,
    at_table.DelaySpectators: NONE,
    at_table.Sit: _TABLE | _PLAYER,
    at_table.TopUp: _TABLE | _PLAYER,
    at_table.StandUp: NONE,
    at_table.StartRound: _TABLE,
    in_match.OpenMatch: _GAME,
    in_match.DelayMatchSpectators: NONE,
    in_match.JoinMatch: _MATCH | _PLAYER,
    in_match.BeReady: _MATCH,
    in_match.QuitMatch: NONE,
    in_match.ComeBack: NONE,
    in_match.StartMatchRound: _MATCH,
    in_match.AbandonMatch: NONE,
    # A round from a record begins where its table or match could begin one.
    sizhidao.OpenRound: _TABLE,
    shengji.OpenRound: _MATCH,
    # A running round concludes (H7.3).
    **dict.fromkeys(_IN_ROUNDS, NONE),
    of_deck.RevealCut: NONE,
    of_deck.MissCut: NONE,
    of_anchors.DepositAnchor: NONE,
    of_clock.GrantTime: NONE,
    of_clock.StopClock: NONE,
    of_clock.ResumeClock: NONE,
    of_switches.Disable: NONE,
    of_switches.Enable: NONE,
    of_selfcheck.RecordSelfCheck: NONE,
    of_selfcheck.AcknowledgeAlarm: NONE,
    # Who may ask at all is no matter of what is asked.
    of_tokens.RevokeTokens: NONE,
    of_session.OpenSession: NONE,
    of_session.EndSession: NONE,
    # What was played can be looked into, disputed and put right at all times.
    of_access.GrantReveal: NONE,
    of_access.LookAtCards: NONE,
    of_access.RevealCards: NONE,
    of_audit.RecordAudit: NONE,
    **dict.fromkeys(get_args(of_incidents.Command), NONE),
    of_dispute.OpenDispute: NONE,
    of_dispute.AddEvidence: NONE,
    of_dispute.AddNote: NONE,
    of_dispute.DecideDispute: NONE,
    of_dispute.ProposeCompensation: NONE,
    of_dispute.CloseDispute: NONE,
    of_adjustment.ProposeAdjustment: NONE,
    of_adjustment.ApproveAdjustment: NONE,
    of_adjustment.RejectAdjustment: NONE,
}
"""The switches that every command which can be asked hangs on.

Whether its player is off the wallet says, which has a part in each such command (H1.2).
"""


def switched_off(look: Look, address: Address, command: Command) -> SwitchedOff | None:
    """Say which switch keeps a command from being done, the widest one; None if it may be."""
    if not CONSULTED[type(command)]:
        return None  # and nothing that is wrong with the switches keeps it from being done
    off = look(SWITCHES).off
    scope = next((one for one in scopes_of(address, command) if one in off), None)
    return None if scope is None else SwitchedOff(scope=scope)


def scopes_of(address: Address, command: Command) -> Iterator[str]:
    """Yield the scopes of the switches that a command to a stream hangs on, the widest first."""
    reaches = CONSULTED[type(command)]
    if Reach.EVERYTHING in reaches:
        yield EVERYTHING
    if Reach.GAME in reaches:
        yield scope_of(Reach.GAME, _game_of(address, command))
    for reach in (Reach.TABLE, Reach.MATCH):
        if reach in reaches and (name := _venue_of(address, command, reach)) is not None:
            yield scope_of(reach, name)


def _game_of(address: Address, command: Command) -> str:
    of_round = game_of(command)
    if of_round is not None:
        return of_round.name
    return SHENGJI.name if address.kind is Kind.MATCH else SIZHIDAO.name


def _venue_of(address: Address, command: Command, reach: Reach) -> str | None:
    """Return the table or match that a command is about; a round of a record may have none."""
    if address.kind is not Kind.ROUND:
        return address.id
    named: str | None = getattr(command, reach)
    return named


def unknown_scope(look: Look, command: Command) -> Refusal | None:
    """H7.1: say why there is no such thing to switch off; what was once is switched on again.

    A player is switched at the wallet, by a command of its own, which brings the switch here.
    """
    if not isinstance(command, of_switches.Command):
        return None
    match reach_of(command.scope):
        case Reach.PLAYER, _:
            return PlayersOwnSwitch()
        case Reach.GAME, name if name not in BY_NAME:
            return NoSuchGame()
        case Reach.TABLE, name if _is_new(look, table(name)):
            return NoSuchTable()
        case Reach.MATCH, name if _is_new(look, match(name)):
            return NoSuchMatch()
        case _:
            return None


def _is_new(look: Look, at: Address) -> bool:
    return bool(look(at) == at.decider.initial)


def switching(scope: str, reason: str, *, off: bool) -> tuple[Address, Command]:
    """Return what turns the switch of any scope, and where it is asked: a player's at the wallet.

    Whether there is such a scope is said by whoever is asked.
    """
    reach, name = reach_of(scope) or (None, "")
    if reach is Reach.PLAYER:
        asked = of_wallet.DisablePlayer if off else of_wallet.EnablePlayer
        return wallet(name), asked(reason=reason)
    turned = of_switches.Disable if off else of_switches.Enable
    return SWITCHES, turned(scope=scope, reason=reason)
