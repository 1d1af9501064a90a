"""Z3: betting 叫碼. "May I" is the same check as "do it": see `legal` for who asks."""

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import refusals
from domain.sizhidao.commands import AllIn, Bet, BettingCommand, Call, Check, Fold, Raise
from domain.sizhidao.events import BetMade, Called, Checked, Folded, Raised, WentAllIn
from domain.sizhidao.events import Betting as BettingEvent
from domain.sizhidao.ruleset import AfterAllIn
from domain.sizhidao.state import Betting


def highest_bet(state: Betting) -> int:
    """Return the highest bet of this stage, 0 while nobody has bet."""
    return max(state.bets.values())


def speak(state: Betting, command: BettingCommand) -> BettingEvent | Refusal:
    """Return what the seat's word becomes, or why it may not say it."""
    if state.turn is not None and command.seat != state.turn:
        return refusals.NotYourTurn(turn=state.turn)
    match command:
        case Bet():
            return bet(state, command.seat, command.points)
        case Call():
            return call(state, command.seat)
        case Raise():
            return raise_to(state, command.seat, command.to)
        case AllIn():
            return WentAllIn(seat=command.seat, points=state.round.remaining(command.seat))
        case Check():
            return check(state, command.seat)
        case Fold():
            return Folded(seat=command.seat)


def check(state: Betting, seat: Seat) -> Checked | Refusal:
    """Z3.2: pass the turn where the table allows it and nobody has bet."""
    if not state.round.rules.allow_check or highest_bet(state) > 0:
        return refusals.CannotCheck()
    return Checked(seat=seat)


def bet(state: Betting, seat: Seat, points: int) -> BetMade | Refusal:
    """Z3.2, Z3.5: the first bet, at least the ante unless it is everything remaining."""
    highest, remaining = highest_bet(state), state.round.remaining(seat)
    if highest > 0:
        return refusals.AlreadyBet(highest=highest)
    if points <= 0:
        return refusals.BadAmount()
    if points > remaining:
        return refusals.OverCap(remaining=remaining)
    if points < min(state.round.rules.ante, remaining):
        return refusals.BetTooSmall(least=min(state.round.rules.ante, remaining))
    return BetMade(seat=seat, points=points, all_in=points == remaining)


def call(state: Betting, seat: Seat) -> Called | Refusal:
    """Z3.3, Z3.4: match the highest bet, or put in all that remains if that is less."""
    highest, remaining = highest_bet(state), state.round.remaining(seat)
    if highest == 0:
        return refusals.NothingToCall()
    owed = highest - state.bets[seat]
    only_all_in = state.round.rules.after_all_in is AfterAllIn.ALL_IN_ONLY
    if state.all_in and only_all_in and owed < remaining:
        return refusals.AllInOrFold()
    points = min(owed, remaining)
    return Called(seat=seat, points=points, all_in=points == remaining)


def raise_to(state: Betting, seat: Seat, to: int) -> Raised | Refusal:
    """Z3.3–Z3.5: raise to a stage total, by `min_raise` at least unless it is all-in."""
    highest, remaining = highest_bet(state), state.round.remaining(seat)
    if highest == 0:
        return refusals.NothingToRaise()
    if state.all_in:
        only_all_in = state.round.rules.after_all_in is AfterAllIn.ALL_IN_ONLY
        return refusals.AllInOrFold() if only_all_in else refusals.RaiseAfterAllIn()
    if to <= 0:
        return refusals.BadAmount()
    points = to - state.bets[seat]
    if points > remaining:
        return refusals.OverCap(remaining=remaining)
    least = least_raise(state, seat)
    if to < least:
        return refusals.RaiseTooSmall(least=least)
    return Raised(seat=seat, points=points, to=to, all_in=points == remaining)


def least_raise(state: Betting, seat: Seat) -> int:
    """Return the least total to raise to: one step, or everything if that is above the highest."""
    highest = highest_bet(state)
    step = highest + state.round.rules.min_raise
    everything = state.bets[seat] + state.round.remaining(seat)
    return everything if highest < everything < step else step
