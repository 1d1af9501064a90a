"""Z3.1, Z3.6, Z3.7: whose turn it is to speak, and when nobody's any more."""

from collections.abc import Collection, Mapping

from domain.kernel.seats import Seat
from domain.sizhidao.state import Round


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
