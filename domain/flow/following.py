"""What follows elsewhere from a fact: the commands that it brings to other streams."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.flow import matches, rounds
from domain.flow.address import COUNTER, Address, match, reference, table, wallet
from domain.flow.address import game as round_at
from domain.house.match import commands as match_commands
from domain.house.match import events as match_events
from domain.house.match import state as match_state
from domain.house.reference.commands import UseReference
from domain.house.reference.events import Direction
from domain.house.table import commands as table_commands
from domain.house.table import events as table_events
from domain.house.table.state import Open
from domain.house.wallet import commands as wallet_commands
from domain.house.wallet import events as wallet_events
from domain.house.wallet.state import Account
from domain.kernel.decider import Command, Event
from domain.shengji import commands as shengji_commands
from domain.shengji import events as shengji_events
from domain.shengji import state as shengji_state
from domain.sizhidao import events as round_events
from domain.sizhidao.state import Settled, Voided


class Brought(NamedTuple):
    """A command that a fact brings to another stream."""

    address: Address
    command: Command


def following(at: Address, state: object, fact: Event) -> tuple[Brought, ...]:
    """Return what a fact brings elsewhere; `state` is its own stream's after the decision."""
    follow = _FOLLOWS.get(type(fact))
    return () if follow is None else follow(at, state, fact)


def heeded(state: object, command: Command) -> bool:
    """Say whether a stream in this state has use for a command that was brought to it.

    A table or match hears of its own running round only. A round that was played from a record, or
    before there were tables, may name a table that never knew of it; and a match that is abandoned
    has ended its round by itself (M8).
    """
    match command:
        case table_commands.EndRound():
            running = state.running if isinstance(state, Open) else None
            return running is not None and running.round == command.round
        case match_commands.EndMatchRound():
            return isinstance(state, match_state.Open) and state.running == command.round
        case _:
            return True


def _deposited(_: Address, __: Account, fact: wallet_events.PointsDeposited) -> tuple[Brought, ...]:
    issue = wallet_commands.IssuePoints(
        player=fact.player,
        points=fact.points,
        reference=fact.reference,
    )
    return _used(Direction.DEPOSIT, fact), Brought(COUNTER, issue)


def _withdrawn(_: Address, __: Account, fact: wallet_events.PointsWithdrawn) -> tuple[Brought, ...]:
    redeem = wallet_commands.RedeemPoints(
        player=fact.player,
        points=fact.points,
        reference=fact.reference,
    )
    return _used(Direction.WITHDRAWAL, fact), Brought(COUNTER, redeem)


def _used(
    direction: Direction,
    fact: wallet_events.PointsDeposited | wallet_events.PointsWithdrawn,
) -> Brought:
    use = UseReference(
        direction=direction,
        reference=fact.reference,
        player=fact.player,
        points=fact.points,
    )
    return Brought(reference(direction, fact.reference), use)


def _disabled(_: Address, state: Account, __: wallet_events.PlayerDisabled) -> tuple[Brought, ...]:
    return (
        *(
            Brought(table(at), table_commands.DisableSeat(seat=seat))
            for at, seat in state.seats.items()
        ),
        *(
            Brought(match(at), match_commands.DisableMatchSeat(seat=seat))
            for at, seat in state.matches.items()
        ),
    )


def _enabled(_: Address, state: Account, __: wallet_events.PlayerEnabled) -> tuple[Brought, ...]:
    return (
        *(
            Brought(table(at), table_commands.EnableSeat(seat=seat))
            for at, seat in state.seats.items()
        ),
        *(
            Brought(match(at), match_commands.EnableMatchSeat(seat=seat))
            for at, seat in state.matches.items()
        ),
    )


def _brought(
    at: Address,
    _: Open,
    fact: table_events.PlayerSat | table_events.StackToppedUp,
) -> tuple[Brought, ...]:
    bring = wallet_commands.BringToTable(points=fact.points, table=at.id, seat=fact.seat)
    return (Brought(wallet(fact.player), bring),)


def _stood_up(at: Address, _: Open, fact: table_events.PlayerStoodUp) -> tuple[Brought, ...]:
    take = wallet_commands.TakeHome(points=fact.points, table=at.id, seat=fact.seat)
    return (Brought(wallet(fact.player), take),)


def _started(at: Address, state: Open, fact: table_events.RoundStarted) -> tuple[Brought, ...]:
    return (Brought(round_at(fact.round), rounds.opening(at.id, state.settings, fact)),)


def _ended(_: Address, state: Settled | Voided, __: round_events.Event) -> tuple[Brought, ...]:
    end = rounds.ending(state)
    at = state.round.table
    return () if end is None or at is None else (Brought(table(at), end),)


def _joined(at: Address, _: object, fact: match_events.PlayerJoined) -> tuple[Brought, ...]:
    enter = wallet_commands.EnterMatch(match=at.id, seat=fact.seat)
    return (Brought(wallet(fact.player), enter),)


def _quit(at: Address, _: object, fact: match_events.PlayerQuit) -> tuple[Brought, ...]:
    return (Brought(wallet(fact.player), wallet_commands.LeaveMatch(match=at.id)),)


def _match_started(
    at: Address,
    state: match_state.Open,
    fact: match_events.MatchRoundStarted,
) -> tuple[Brought, ...]:
    return (Brought(round_at(fact.round), matches.opening(at.id, state.settings, fact)),)


def _match_round_ended(
    _: Address,
    state: shengji_state.Settled | shengji_state.Voided,
    __: Event,
) -> tuple[Brought, ...]:
    at = state.round.match
    return () if at is None else (Brought(match(at), matches.ending(state)),)


def _match_over(at: Address, state: match_state.Over, _: Event) -> tuple[Brought, ...]:
    leave = wallet_commands.LeaveMatch(match=at.id)
    return tuple(Brought(wallet(one.player), leave) for one in state.seats.values())


def _abandoned(
    at: Address,
    state: match_state.Over,
    fact: match_events.MatchAbandoned,
) -> tuple[Brought, ...]:
    left = _match_over(at, state, fact)
    if fact.round is None:
        return left
    return (Brought(round_at(fact.round), shengji_commands.VoidRound()), *left)


Follow = Callable[[Any, Any, Any], tuple[Brought, ...]]
_FOLLOWS: Final[Mapping[type[Event], Follow]] = {
    wallet_events.PlayerDisabled: _disabled,
    wallet_events.PlayerEnabled: _enabled,
    wallet_events.PointsDeposited: _deposited,
    wallet_events.PointsWithdrawn: _withdrawn,
    table_events.PlayerSat: _brought,
    table_events.StackToppedUp: _brought,
    table_events.PlayerStoodUp: _stood_up,
    table_events.RoundStarted: _started,
    round_events.RoundSettled: _ended,
    round_events.RoundVoided: _ended,
    match_events.PlayerJoined: _joined,
    match_events.PlayerQuit: _quit,
    match_events.MatchRoundStarted: _match_started,
    match_events.MatchWon: _match_over,
    match_events.MatchAbandoned: _abandoned,
    shengji_events.RoundSettled: _match_round_ended,
    shengji_events.RoundVoided: _match_round_ended,
}
"""The facts that bring something to other streams."""
