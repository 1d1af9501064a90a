"""Whose turn it is to speak (Z3.1, Z3.6, Z3.7); which turn is open, and how long it may take."""

from collections.abc import Collection, Mapping

from domain.kernel.seats import Seat
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Round, Splitting, State


def to_speak(
    table: Round,
    live: tuple[Seat, ...],
    bets: Mapping[Seat, int],
    answered: Collection[Seat],
    spoke: Seat | None,
) -> Seat | None:
    """Return the seat whose turn it is after `spoke` (None: nobody yet), or None: betting is over.

    `bets` are this stage's bets; `answered` has those that have answered the highest of them.
    """
    if len(live) == 1:
        return None
    for seat in _speaking_order(table, spoke):
        if seat in live and seat not in answered and table.remaining(seat) > 0:
            others = any(table.remaining(other) > 0 for other in live if other != seat)
            owes = bets[seat] < max(bets.values())
            return seat if others or owes else None  # alone with points, and owing nothing
    return None


def _speaking_order(table: Round, spoke: Seat | None) -> tuple[Seat, ...]:
    """Counter-clockwise, beginning with the head, or with the seat after the last speaker."""
    seats = table.seats
    start = seats.index(table.head) if spoke is None else seats.index(spoke) + 1
    return seats[start:] + seats[:start]


def turn_of(state: State) -> str | None:
    """Return the name of the turn that is open, None while the round waits for nothing.

    In betting every word said opens another: `0.betting.2` waits for the third word of stage 0.
    All seats that split, or answer an offer, share one: `0.splitting`, `0.buy_in`. `0.deal` is the
    house's own.
    """
    match state:
        case Dealing():
            return f"{state.round.stage}.deal"
        case Betting() if state.turn is not None:
            return f"{state.round.stage}.betting.{state.spoken}"
        case Splitting():
            return f"{state.round.stage}.splitting"
        case BuyingIn():
            return f"{state.round.stage}.buy_in"
        case _:
            return None


def seconds_of(state: State) -> int | None:
    """Z1: return how long the seats have for the open turn, None where no seat is asked."""
    match state:
        case Betting() if state.turn is not None:
            return state.round.rules.act_seconds
        case Splitting():
            return state.round.rules.split_seconds
        case BuyingIn():
            return state.round.rules.buy_in_seconds
        case _:
            return None
