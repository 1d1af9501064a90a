"""From a command to the fact that follows at a table: the order of checks."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.house import delay
from domain.house.labels import LONGEST, is_name
from domain.house.table import commands, events, refusals, rounds
from domain.house.table.commands import Command
from domain.house.table.events import Event
from domain.house.table.evolve import evolve
from domain.house.table.state import Open, State, Unopened
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao.ruleset import Ruleset, disagreement


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    phase, answer = _VERBS[type(command)]
    if not isinstance(state, phase):
        return refusals.TableExists() if isinstance(state, Open) else refusals.NoSuchTable()
    fact = answer(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _open(_: Unopened, command: commands.OpenTable) -> Event | Refusal:
    if not is_name(command.table):
        return refusals.BadTable(most=LONGEST)
    refused = _unplayable(command.settings)
    return refused or events.TableOpened(table=command.table, settings=command.settings)


def _change(state: Open, command: commands.ChangeSettings) -> Event | Refusal:
    refused = _unplayable(command.settings)
    if refused is not None:
        return refused
    kept = seats_of(command.settings.max_players)
    lost = next((seat for seat in state.seats if seat not in kept), None)
    if lost is not None:
        return refusals.SeatOccupied(seat=lost)
    return events.SettingsChanged(settings=command.settings)


def _unplayable(settings: Ruleset) -> Refusal | None:
    reason = disagreement(settings)
    if reason is None and settings.entry < settings.ante:
        reason = "entry is below the ante"  # a seat could be dealt in that cannot pay it
    return None if reason is None else refusals.BadTableSettings(reason=reason)


def _delay(_: Open, command: commands.DelaySpectators) -> Event | Refusal:
    if not delay.may_be(command.seconds):
        return refusals.BadDelay(most=delay.MOST_SECONDS)
    return events.SpectatorsDelayed(seconds=command.seconds)


def _sit(state: Open, command: commands.Sit) -> Event | Refusal:
    if command.seat not in seats_of(state.settings.max_players):
        return refusals.NoSuchSeat(most=state.settings.max_players)
    seated = state.seat_of(command.player)
    if seated is not None:
        return refusals.AlreadySeated(seat=seated)
    if command.seat in state.seats:
        return refusals.SeatTaken()
    if command.points < state.settings.entry:
        return refusals.BelowEntry(entry=state.settings.entry)
    return events.PlayerSat(seat=command.seat, player=command.player, points=command.points)


def _top_up(state: Open, command: commands.TopUp) -> Event | Refusal:
    seat = _unlocked(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    if command.points < 1:
        return refusals.NothingToAdd()
    return events.StackToppedUp(seat=seat, player=command.player, points=command.points)


def _stand_up(state: Open, command: commands.StandUp) -> Event | Refusal:
    seat = _unlocked(state, command.player)
    if isinstance(seat, Refusal):
        return seat
    stack = state.seats[seat].stack
    return events.PlayerStoodUp(seat=seat, player=command.player, points=stack)


def _unlocked(state: Open, player: str) -> Seat | Refusal:
    """Return where a player sits with a stack that no running round holds."""
    seat = state.seat_of(player)
    if seat is None:
        return refusals.NotSeated()
    if state.running is not None and state.running.holds(seat):
        return refusals.StackLocked(round=state.running.round)
    return seat


def _disable(state: Open, command: commands.DisableSeat) -> Event | Refusal:
    seated = state.seats.get(command.seat)
    if seated is None:
        return refusals.NotSeated()
    return events.SeatDisabled(seat=command.seat, player=seated.player)


def _enable(state: Open, command: commands.EnableSeat) -> Event | Refusal:
    seated = state.seats.get(command.seat)
    if seated is None:
        return refusals.NotSeated()
    return events.SeatEnabled(seat=command.seat, player=seated.player)


# The table pairs each verb with the phase it belongs to and who answers it.
Act = Callable[[Any, Any], Event | Refusal]
_VERBS: Final[Mapping[type[Command], tuple[type, Act]]] = {
    commands.OpenTable: (Unopened, _open),
    commands.ChangeSettings: (Open, _change),
    commands.DelaySpectators: (Open, _delay),
    commands.Sit: (Open, _sit),
    commands.TopUp: (Open, _top_up),
    commands.StandUp: (Open, _stand_up),
    commands.DisableSeat: (Open, _disable),
    commands.EnableSeat: (Open, _enable),
    commands.StartRound: (Open, rounds.start),
    commands.EndRound: (Open, rounds.end),
}
