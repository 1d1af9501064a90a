"""From a command to the fact that follows in a wallet: who exists, what form, what it can bear."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.chips.amount import MOST
from domain.house.labels import LONGEST, is_label, is_name
from domain.house.wallet import commands, events, refusals
from domain.house.wallet.commands import Command
from domain.house.wallet.events import Event
from domain.house.wallet.evolve import evolve
from domain.house.wallet.state import ISSUE, Account, Issue, Nobody, State
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    phase, answer = _VERBS[type(command)]
    if not isinstance(state, phase):
        return refusals.PlayerExists() if isinstance(state, Account) else refusals.NoSuchPlayer()
    fact = answer(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _create(_: Nobody | Issue, command: commands.CreatePlayer) -> Event | Refusal:
    if command.player == ISSUE or not is_name(command.player):
        return refusals.BadPlayer(most=LONGEST, reserved=ISSUE)
    return events.PlayerCreated(player=command.player, test=command.test)


def _disable(state: Account, command: commands.DisablePlayer) -> Event | Refusal:
    if not is_label(command.reason):
        return refusals.BadReason(most=LONGEST)
    if state.disabled:
        return refusals.DisabledPlayer()
    return events.PlayerDisabled(player=state.player, reason=command.reason)


def _enable(state: Account, command: commands.EnablePlayer) -> Event | Refusal:
    if not is_label(command.reason):
        return refusals.BadReason(most=LONGEST)
    if not state.disabled:
        return refusals.EnabledPlayer()
    return events.PlayerEnabled(player=state.player, reason=command.reason)


def _deposit(state: Account, command: commands.Deposit) -> Event | Refusal:
    refused = _malformed(command)
    if refused is not None:
        return refused
    if state.disabled:
        return refusals.DisabledPlayer()
    return events.PointsDeposited(
        player=state.player,
        points=command.points,
        reason=command.reason,
        reference=command.reference,
    )


def _withdraw(state: Account, command: commands.Withdraw) -> Event | Refusal:
    refused = _malformed(command)
    if refused is not None:
        return refused
    if command.points > state.balance:
        return refusals.TooFewPoints(balance=state.balance)
    return events.PointsWithdrawn(
        player=state.player,
        points=command.points,
        reason=command.reason,
        reference=command.reference,
    )


def _malformed(command: commands.Deposit | commands.Withdraw) -> Refusal | None:
    if not is_label(command.reason):
        return refusals.BadReason(most=LONGEST)
    if not is_label(command.reference):
        return refusals.BadReference(most=LONGEST)
    if not 1 <= command.points <= MOST:
        return refusals.BadPoints(most=MOST)
    return None


def _issue(state: Nobody | Issue, command: commands.IssuePoints) -> Event | Refusal:
    refused = _overfull(state, command.points)
    return refused or events.PointsIssued(
        player=command.player,
        points=command.points,
        reference=command.reference,
    )


def _overfull(state: Nobody | Issue, points: int) -> Refusal | None:
    # No amount anywhere in the house can exceed what is in it, so this keeps them all in bounds.
    room = MOST + (state.balance if isinstance(state, Issue) else 0)
    return refusals.TooManyPoints(most=room) if points > room else None


def _redeem(_: Nobody | Issue, command: commands.RedeemPoints) -> Event:
    return events.PointsRedeemed(
        player=command.player,
        points=command.points,
        reference=command.reference,
    )


def _bring(state: Account, command: commands.BringToTable) -> Event | Refusal:
    if state.disabled:
        return refusals.DisabledPlayer()
    if command.points > state.balance:
        return refusals.TooFewPoints(balance=state.balance)
    return events.PointsBroughtToTable(
        player=state.player,
        points=command.points,
        table=command.table,
        seat=command.seat,
    )


def _take_home(state: Account, command: commands.TakeHome) -> Event:
    return events.PointsTakenHome(
        player=state.player,
        points=command.points,
        table=command.table,
        seat=command.seat,
    )


def _enter(state: Account, command: commands.EnterMatch) -> Event | Refusal:
    if state.disabled:
        return refusals.DisabledPlayer()
    return events.MatchEntered(player=state.player, match=command.match, seat=command.seat)


def _leave(state: Account, command: commands.LeaveMatch) -> Event:
    return events.MatchLeft(player=state.player, match=command.match)


def _adjust(state: Account, command: commands.AdjustPoints) -> Event | Refusal:
    if state.balance + command.points < 0:
        return refusals.TooFewPoints(balance=state.balance)
    return events.PointsAdjusted(
        player=state.player,
        points=command.points,
        adjustment=command.adjustment,
    )


def _adjust_issue(state: Nobody | Issue, command: commands.AdjustIssue) -> Event | Refusal:
    refused = _overfull(state, command.points)
    return refused or events.IssueAdjusted(
        player=command.player,
        points=command.points,
        adjustment=command.adjustment,
    )


# The table pairs each verb with the phase it belongs to and who answers it.
Act = Callable[[Any, Any], Event | Refusal]
_VERBS: Final[Mapping[type[Command], tuple[type | tuple[type, ...], Act]]] = {
    commands.CreatePlayer: ((Nobody, Issue), _create),
    commands.DisablePlayer: (Account, _disable),
    commands.EnablePlayer: (Account, _enable),
    commands.Deposit: (Account, _deposit),
    commands.Withdraw: (Account, _withdraw),
    commands.IssuePoints: ((Nobody, Issue), _issue),
    commands.RedeemPoints: ((Nobody, Issue), _redeem),
    commands.BringToTable: (Account, _bring),
    commands.TakeHome: (Account, _take_home),
    commands.EnterMatch: (Account, _enter),
    commands.LeaveMatch: (Account, _leave),
    commands.AdjustPoints: (Account, _adjust),
    commands.AdjustIssue: ((Nobody, Issue), _adjust_issue),
}
