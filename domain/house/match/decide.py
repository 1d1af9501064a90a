"""From a command to the facts that follow in a match: the order of checks."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

from domain.house import delay
from domain.house.labels import LONGEST, is_label, is_name
from domain.house.match import commands, events, refusals, rounds
from domain.house.match.commands import Command
from domain.house.match.events import Event
from domain.house.match.evolve import evolve
from domain.house.match.state import Open, Over, Seated, State, Unopened
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji.sides import SEATS

Facts = tuple[Event, ...]


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the facts that follow from the command in this state, or why it is refused."""
    phase, answer = _VERBS[type(command)]
    if not isinstance(state, phase):
        return _out_of_place(state, phase)
    facts = answer(state, command)
    return facts if isinstance(facts, Refusal) else Decision(facts, reduce(evolve, facts, state))


def _out_of_place(state: State, phase: type) -> Refusal:
    if phase is Unopened:
        return refusals.MatchExists()
    return refusals.MatchOver() if isinstance(state, Over) else refusals.NoSuchMatch()


def _open(_: Unopened, command: commands.OpenMatch) -> Facts | Refusal:
    if not is_name(command.match):
        return refusals.BadMatch(most=LONGEST)
    return (events.MatchOpened(match=command.match, settings=command.settings),)


def _delay(_: Open, command: commands.DelayMatchSpectators) -> Facts | Refusal:
    if not delay.may_be(command.seconds):
        return refusals.BadMatchDelay(most=delay.MOST_SECONDS)
    return (events.MatchSpectatorsDelayed(seconds=command.seconds),)


def _join(state: Open, command: commands.JoinMatch) -> Facts | Refusal:
    if state.begun:
        return refusals.MatchBegun()
    if command.seat not in SEATS:
        return refusals.NoMatchSeat()
    seated = state.seat_of(command.player)
    if seated is not None:
        return refusals.InMatch(seat=seated)
    if command.seat in state.seats:
        return refusals.MatchSeatTaken()
    return (events.PlayerJoined(seat=command.seat, player=command.player),)


def _be_ready(state: Open, command: commands.BeReady) -> Facts | Refusal:
    if state.begun:
        return refusals.MatchBegun()
    seat = state.seat_of(command.player)
    if seat is None:
        return refusals.NotInMatch()
    if state.seats[seat].ready:
        return refusals.ReadyAlready()
    return (events.PlayerReady(seat=seat, player=command.player),)


def _quit(state: Open, command: commands.QuitMatch) -> Facts | Refusal:
    seat = state.seat_of(command.player)
    if seat is None:
        return refusals.NotInMatch()
    if not state.begun:
        return (events.PlayerQuit(seat=seat, player=command.player),)
    if state.seats[seat].away:
        return refusals.AwayAlready()
    return (events.PlayerAway(seat=seat, player=command.player),)


def _come_back(state: Open, command: commands.ComeBack) -> Facts | Refusal:
    seat = state.seat_of(command.player)
    if seat is None:
        return refusals.NotInMatch()
    if not state.seats[seat].away:
        return refusals.NotAway()
    return (events.PlayerBack(seat=seat, player=command.player),)


def _abandon(state: Open, command: commands.AbandonMatch) -> Facts | Refusal:
    """M8: the round that runs is over with it, as `domain.flow` tells the round."""
    if not is_label(command.reason):
        return refusals.BadAbandonReason(most=LONGEST)
    abandoned = events.MatchAbandoned(reason=command.reason, round=state.running)
    if state.running is None:
        return (abandoned,)
    return rounds.voided(state, state.running), abandoned


def _disable(state: Open, command: commands.DisableMatchSeat) -> Facts | Refusal:
    seated = _seated(state, command.seat)
    if isinstance(seated, Refusal):
        return seated
    return (events.MatchSeatDisabled(seat=command.seat, player=seated.player),)


def _enable(state: Open, command: commands.EnableMatchSeat) -> Facts | Refusal:
    seated = _seated(state, command.seat)
    if isinstance(seated, Refusal):
        return seated
    return (events.MatchSeatEnabled(seat=command.seat, player=seated.player),)


def _seated(state: Open, seat: Seat) -> Seated | Refusal:
    return state.seats.get(seat) or refusals.NotInMatch()


# The table pairs each verb with the phase it belongs to and who answers it.
Act = Callable[[Any, Any], Facts | Refusal]
_VERBS: Final[Mapping[type[Command], tuple[type, Act]]] = {
    commands.OpenMatch: (Unopened, _open),
    commands.DelayMatchSpectators: (Open, _delay),
    commands.JoinMatch: (Open, _join),
    commands.BeReady: (Open, _be_ready),
    commands.QuitMatch: (Open, _quit),
    commands.ComeBack: (Open, _come_back),
    commands.StartMatchRound: (Open, rounds.start),
    commands.EndMatchRound: (Open, rounds.end),
    commands.AbandonMatch: (Open, _abandon),
    commands.DisableMatchSeat: (Open, _disable),
    commands.EnableMatchSeat: (Open, _enable),
}
