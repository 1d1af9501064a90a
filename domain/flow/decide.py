"""A command and everything that follows from it in other streams: all of it, or a refusal."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args

from domain.flow.address import Address, Kind, Look, clock, deck, game
from domain.flow.brought import Brought
from domain.flow.deadlines import deadline
from domain.flow.dealing import DEALS, misdealt
from domain.flow.decks import cut_deadline, decks, unseated
from domain.flow.following import following, heeded
from domain.flow.guards import guarded
from domain.flow.interrupted import hindered
from domain.flow.refusals import ElsewhereNamed, OnlyFollows, UnknownThere
from domain.flow.switched import switched_off, unknown_scope
from domain.flow.turns import cut_in
from domain.games.games import GAMES
from domain.house.access import commands as access_commands
from domain.house.adjustment import commands as adjustment_commands
from domain.house.anchors import commands as anchors_commands
from domain.house.audit.commands import RecordAudit
from domain.house.clock import commands as clock_commands
from domain.house.deck import commands as deck_commands
from domain.house.deck.refusals import NotCutting
from domain.house.dispute import commands as dispute_commands
from domain.house.hold import commands as hold_commands
from domain.house.incidents import commands as incidents_commands
from domain.house.match import commands as match_commands
from domain.house.reference.commands import UseReference
from domain.house.selfcheck import commands as selfcheck_commands
from domain.house.session import commands as session_commands
from domain.house.switches import commands as switches_commands
from domain.house.table import commands as table_commands
from domain.house.tokens.commands import RevokeTokens
from domain.house.wallet import commands as wallet_commands
from domain.kernel.decider import Command, Decision
from domain.kernel.refusal import Refusal
from domain.shengji.commands import OpenRound as OpenRoundOfMatch
from domain.sizhidao.commands import OpenRound

FOLLOWS_ONLY: Final = frozenset(
    (
        wallet_commands.IssuePoints,
        wallet_commands.RedeemPoints,
        wallet_commands.BringToTable,
        wallet_commands.TakeHome,
        table_commands.DisableSeat,
        table_commands.EnableSeat,
        table_commands.EndRound,
        wallet_commands.EnterMatch,
        wallet_commands.LeaveMatch,
        wallet_commands.AdjustPoints,
        wallet_commands.AdjustIssue,
        match_commands.DisableMatchSeat,
        match_commands.EnableMatchSeat,
        match_commands.EndMatchRound,
        UseReference,
        clock_commands.SetDeadline,
        dispute_commands.EndCompensation,
        *get_args(hold_commands.Command),
        deck_commands.CommitDeck,
        deck_commands.CommitPlayoff,
        anchors_commands.MoveAnchor,
        anchors_commands.DropAnchor,
        anchors_commands.NameAnchors,
    )
)
"""Commands that nobody asks for: they follow from others."""

KNOWN: Final[Mapping[Kind, frozenset[type]]] = {
    Kind.WALLET: frozenset(get_args(wallet_commands.Command)),
    Kind.TABLE: frozenset(get_args(table_commands.Command)),
    Kind.MATCH: frozenset(get_args(match_commands.Command)),
    Kind.ROUND: frozenset(kind for game in GAMES for kind in game.commands),
    Kind.REFERENCE: frozenset((UseReference,)),
    Kind.CLOCK: frozenset(get_args(clock_commands.Command)),
    Kind.ACCESS: frozenset(get_args(access_commands.Command)),
    Kind.DISPUTE: frozenset(get_args(dispute_commands.Command)),
    Kind.HOLD: frozenset(get_args(hold_commands.Command)),
    Kind.ADJUSTMENT: frozenset(get_args(adjustment_commands.Command)),
    Kind.DECK: frozenset(get_args(deck_commands.Command)),
    Kind.ANCHORS: frozenset(get_args(anchors_commands.Command)),
    Kind.SWITCHES: frozenset(get_args(switches_commands.Command)),
    Kind.SELFCHECK: frozenset(get_args(selfcheck_commands.Command)),
    Kind.AUDIT: frozenset((RecordAudit,)),
    Kind.INCIDENTS: frozenset(get_args(incidents_commands.Command)),
    Kind.TOKENS: frozenset((RevokeTokens,)),
    Kind.SESSION: frozenset(get_args(session_commands.Command)),
}
"""The commands that streams of each kind know."""


class Part(NamedTuple):
    """One stream's share in a decision: its command, and the facts and state that follow."""

    address: Address
    command: Command
    decision: Decision[Any, Any]


def decide(
    look: Look,
    address: Address,
    command: Command,
    now_ms: int | None = None,
    secret: str | None = None,
) -> tuple[Part, ...] | Refusal:
    """Return the parts of a decision, its own stream's first, or the first refusal.

    Every stream has one part at most: what a fact brings never comes back to where it began, unless
    it is not heeded there any more.
    `now_ms` is the moment of the decision, Unix time in milliseconds: from there the turn that it
    opens has its seconds (H5.1). Without it no deadline is set. `secret` is 32 bytes of chance in
    hex, for the deck of a round that the decision starts (H6.1). Without it none is committed.
    """
    refused = _refused(look, address, command)
    if refused is not None:
        return refused
    parts: dict[Address, Part] = {}
    waiting = deque((Brought(address, command),))
    while waiting:
        at, brought = waiting.popleft()
        state = parts[at].decision.state if at in parts else look(at)
        if parts and not heeded(state, brought):
            continue
        decided = guarded(look, at, brought) or at.decider.decide(state, brought)
        if isinstance(decided, Refusal):
            return decided
        if at in parts:
            message = f"a decision comes to {at.stream} twice"
            raise AssertionError(message)
        parts[at] = Part(at, brought, decided)
        waiting += (one for fact in decided.facts for one in following(at, decided.state, fact))
        waiting += _deadlines(at, state, decided.state, now_ms)
        if at.kind is Kind.ROUND:
            waiting += decks(look, at, brought, decided, secret if at != address else None)
    return tuple(parts.values())


def _refused(look: Look, address: Address, command: Command) -> Refusal | None:
    """Say why a command is refused before its own stream is asked, None if it is not."""
    return (
        _misdirected(address, command)
        or switched_off(look, address, command)
        or unknown_scope(look, command)
        or hindered(look, address, command)
        or _misplaced(look, address, command)
    )


def _deadlines(at: Address, before: Any, after: Any, now_ms: int | None) -> tuple[Brought, ...]:  # noqa: ANN401 -- each kind of stream has its own
    opened = _DEADLINES.get(at.kind)
    due = None if opened is None or now_ms is None else opened(before, after, now_ms)
    return () if due is None else (Brought(clock(at.id), due),)


_DEADLINES: Final[Mapping[Kind, Callable[[Any, Any, int], clock_commands.SetDeadline | None]]] = {
    Kind.ROUND: deadline,
    Kind.DECK: cut_deadline,
}
"""The streams in which turns are opened, and what gives these their deadlines."""


def _misplaced(look: Look, address: Address, command: Command) -> Refusal | None:
    """Say why other streams than its own have no place for a command, None if they have."""
    match command:
        case anchors_commands.DepositAnchor():
            return unseated(look, address.id, command.player)
        case deck_commands.RevealCut() | deck_commands.MissCut():
            is_cut = cut_in(look, address.id, look(game(address.id)))
            return NotCutting() if is_cut is None else None
        case _ if isinstance(command, DEALS) and address.kind is Kind.ROUND:
            return misdealt(look(deck(address.id)), look(address), command)
        case _:
            return None


def _misdirected(address: Address, command: Command) -> Refusal | None:
    if type(command) not in KNOWN[address.kind]:
        return UnknownThere()
    if type(command) in FOLLOWS_ONLY:
        return OnlyFollows()
    match command:
        case (
            wallet_commands.CreatePlayer(player=name)
            | table_commands.OpenTable(table=name)
            | match_commands.OpenMatch(match=name)
            | OpenRound(round=name)
            | OpenRoundOfMatch(round=name)
            | dispute_commands.OpenDispute(dispute=name)
            | adjustment_commands.ProposeAdjustment(adjustment=name)
            | access_commands.GrantReveal(round=name)
            | access_commands.LookAtCards(round=name)
            | access_commands.RevealCards(round=name)
        ) if name != address.id:
            return ElsewhereNamed()
        case adjustment_commands.ProposeAdjustment(dispute=str()):
            return OnlyFollows()
        case _:
            return None
