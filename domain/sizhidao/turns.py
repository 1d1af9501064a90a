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
    limits, committed, returned = table.limits, table.committed, table.returned
    able = [seat for seat in live if limits[seat] + returned[seat] > committed[seat]]
    if len(able) == 1 and bets[able[0]] == max(bets.values()):
        return None  # alone with points, and owing nothing
    for seat in _speaking_order(table, spoke):
        if seat in able and seat not in answered:
            return seat
    return None


def _speaking_order(table: Round, spoke: Seat | None) -> tuple[Seat, ...]:
    """Counter-clockwise, beginning with the head, or with the seat after the last speaker."""
    seats = table.seats
    start = seats.index(table.head) if spoke is None else seats.index(spoke) + 1
    return seats[start:] + seats[:start]
