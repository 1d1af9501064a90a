"""What follows elsewhere from a fact: the commands that it brings to other streams."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.flow import compensations, matches, rounds
from domain.flow.address import (
    COUNTER,
    SWITCHES,
    Address,
    anchors,
    match,
    reference,
    table,
    wallet,
)
from domain.flow.address import game as round_at
from domain.flow.brought import Brought
from domain.house.adjustment import events as adjustment_events
from domain.house.anchors import commands as anchors_commands
from domain.house.anchors.decider import State as Anchors
from domain.house.deck import events as deck_events
from domain.house.deck.state import Cut, Cutting
from domain.house.dispute import events as dispute_events
from domain.house.match import commands as match_commands
from domain.house.match import events as match_events
from domain.house.match import state as match_state
from domain.house.reference.commands import UseReference
from domain.house.reference.events import Direction
from domain.house.switches import commands as switches_commands
from domain.house.switches.scopes import Reach, scope_of
from domain.house.switches.state import Switches
from domain.house.table import commands as table_commands
from domain.house.table import events as table_events
from domain.house.table.state import Open
from domain.house.wallet import commands as wallet_commands
from domain.house.wallet import events as wallet_events
from domain.house.wallet.state import Account
from domain.kernel.decider import Command, Event
from domain.kernel.seats import Seat
from domain.shengji import commands as shengji_commands
from domain.shengji import events as shengji_events
from domain.shengji import state as shengji_state
from domain.sizhidao import events as round_events
from domain.sizhidao.state import Settled, Voided


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
        case anchors_commands.MoveAnchor() | anchors_commands.DropAnchor():
            # The player may have deposited another one since the deck was committed.
            return isinstance(state, Anchors) and state.present.get(command.player) == command.was
        case switches_commands.Enable(scope=scope) if scope.startswith(f"{Reach.PLAYER}/"):
            # The player may have been disabled before there were switches.
            return isinstance(state, Switches) and scope in state.off
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


def _disabled(
    _: Address, state: Account, fact: wallet_events.PlayerDisabled
) -> tuple[Brought, ...]:
    scope = scope_of(Reach.PLAYER, fact.player)
    return (
        Brought(SWITCHES, switches_commands.Disable(scope=scope, reason=fact.reason)),
        *(
            Brought(table(at), table_commands.DisableSeat(seat=seat))
            for at, seat in state.seats.items()
        ),
        *(
            Brought(match(at), match_commands.DisableMatchSeat(seat=seat))
            for at, seat in state.matches.items()
        ),
    )


def _enabled(_: Address, state: Account, fact: wallet_events.PlayerEnabled) -> tuple[Brought, ...]:
    scope = scope_of(Reach.PLAYER, fact.player)
    return (
        Brought(SWITCHES, switches_commands.Enable(scope=scope, reason=fact.reason)),
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


def _cut(_: Address, state: Cutting | Cut, fact: deck_events.CutRevealed) -> tuple[Brought, ...]:
    player, was = _cutter(state, fact.seat)
    move = anchors_commands.MoveAnchor(player=player, was=was, anchor=fact.value)
    return (Brought(anchors(state.deck.venue), move),)


def _missed(_: Address, state: Cutting | Cut, fact: deck_events.CutMissed) -> tuple[Brought, ...]:
    player, was = _cutter(state, fact.seat)
    return (
        Brought(anchors(state.deck.venue), anchors_commands.DropAnchor(player=player, was=was)),
    )


def _cutter(state: Cutting | Cut, seat: Seat) -> tuple[str, str]:
    """Return who has a seat that was to cut, and the anchor."""
    (one,) = (one for one in state.deck.cutters if one.seat == seat)
    assert one.anchor is not None, "who has no anchor is not asked to cut"
    return one.player, one.anchor


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
    wallet_events.PointsAdjusted: compensations.adjusted,
    dispute_events.DisputeOpened: compensations.opened,
    dispute_events.CompensationProposed: compensations.proposed,
    dispute_events.DisputeClosed: compensations.closed,
    adjustment_events.AdjustmentApproved: compensations.approved,
    adjustment_events.AdjustmentRejected: compensations.rejected,
    match_events.PlayerJoined: _joined,
    match_events.PlayerQuit: _quit,
    match_events.MatchRoundStarted: _match_started,
    match_events.MatchWon: _match_over,
    match_events.MatchAbandoned: _abandoned,
    shengji_events.RoundSettled: _match_round_ended,
    shengji_events.RoundVoided: _match_round_ended,
    deck_events.CutRevealed: _cut,
    deck_events.CutMissed: _missed,
}
"""The facts that bring something to other streams."""
