"""A command and everything that follows from it in other streams: all of it, or a refusal."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args

from domain.flow.address import Address, Kind, clock
from domain.flow.deadlines import deadline
from domain.flow.following import Brought, following, heeded
from domain.flow.refusals import ElsewhereNamed, OnlyFollows, UnknownThere
from domain.games.games import GAMES
from domain.house.clock import commands as clock_commands
from domain.house.match import commands as match_commands
from domain.house.reference.commands import UseReference
from domain.house.table import commands as table_commands
from domain.house.wallet import commands as wallet_commands
from domain.kernel.decider import Command, Decision
from domain.kernel.refusal import Refusal
from domain.shengji.commands import OpenRound as OpenRoundOfMatch
from domain.sizhidao.commands import OpenRound

Look = Callable[[Address], Any]
"""Returns the state of a stream."""

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
        match_commands.DisableMatchSeat,
        match_commands.EnableMatchSeat,
        match_commands.EndMatchRound,
        UseReference,
        clock_commands.SetDeadline,
    )
)
"""Commands that nobody asks for: they follow from others."""

_KNOWN: Final[Mapping[Kind, frozenset[type]]] = {
    Kind.WALLET: frozenset(get_args(wallet_commands.Command)),
    Kind.TABLE: frozenset(get_args(table_commands.Command)),
    Kind.MATCH: frozenset(get_args(match_commands.Command)),
    Kind.ROUND: frozenset(kind for game in GAMES for kind in game.commands),
    Kind.REFERENCE: frozenset((UseReference,)),
    Kind.CLOCK: frozenset(get_args(clock_commands.Command)),
}


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
) -> tuple[Part, ...] | Refusal:
    """Return the parts of a decision, its own stream's first, or the first refusal.

    Every stream has one part at most: what a fact brings never comes back to where it began, unless
    it is not heeded there any more.
    `now_ms` is the moment of the decision, Unix time in milliseconds: from there the turn that it
    opens has its seconds (H5.1). Without it no deadline is set.
    """
    refused = _misdirected(address, command)
    if refused is not None:
        return refused
    parts: dict[Address, Part] = {}
    waiting = deque((Brought(address, command),))
    while waiting:
        at, brought = waiting.popleft()
        state = parts[at].decision.state if at in parts else look(at)
        if not heeded(state, brought):
            continue
        decided = at.decider.decide(state, brought)
        if isinstance(decided, Refusal):
            return decided
        if at in parts:
            message = f"a decision comes to {at.stream} twice"
            raise AssertionError(message)
        parts[at] = Part(at, brought, decided)
        waiting += (one for fact in decided.facts for one in following(at, decided.state, fact))
        waiting += _deadlines(at, state, decided.state, now_ms)
    return tuple(parts.values())


def _deadlines(at: Address, before: Any, after: Any, now_ms: int | None) -> tuple[Brought, ...]:  # noqa: ANN401 -- each kind of stream has its own
    if now_ms is None or at.kind is not Kind.ROUND:
        return ()
    due = deadline(before, after, now_ms)
    return () if due is None else (Brought(clock(at.id), due),)


def _misdirected(address: Address, command: Command) -> Refusal | None:
    if type(command) not in _KNOWN[address.kind]:
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
        ) if name != address.id:
            return ElsewhereNamed()
        case _:
            return None
