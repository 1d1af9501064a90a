"""Z4: the uncalled part, and the pots P1, P2, P3 … cut from a stage's bets."""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from domain.kernel.seats import Seat, in_order
from domain.sizhidao.events import FormedPot, UncalledReturned
from domain.sizhidao.state import Pot, Round


def uncalled(stage: int, bets: Mapping[Seat, int]) -> UncalledReturned | None:
    """Return what goes back to a seat that alone holds the highest bet (Z4.1), if any.

    Bets of folded seats count: they have called that far.
    """
    second, highest = sorted((0, *bets.values()))[-2:]
    if highest == second:
        return None
    (seat,) = (seat for seat, points in bets.items() if points == highest)
    return UncalledReturned(stage=stage, seat=seat, points=highest - second)


def form_pots(
    table: Round,
    live: tuple[Seat, ...],
    bets: Mapping[Seat, int],
) -> tuple[FormedPot, ...]:
    """Return the pots after the stage's betting, named from the widest eligibility (Z4.5).

    `bets` are what each contestant bet in this stage, without an uncalled part.
    """
    carried = (still_open(pot, live) for pot in table.pots)
    merged = merge(table.seats, (*carried, *cut_layers(bets, live)))
    # sorted() is stable: pots of equal width keep the order in which they arose.
    widest_first = sorted(merged, key=lambda pot: -len(pot.eligible))
    return tuple(
        FormedPot(pot=f"P{number}", points=pot.points, eligible=pot.eligible, own=pot.own)
        for number, pot in enumerate(widest_first, start=1)
    )


def still_open(pot: Pot, live: tuple[Seat, ...]) -> Pot:
    """Return a pot without its folded seats; without any it is open to every live seat (Z4.4)."""
    eligible = tuple(seat for seat in pot.eligible if seat in live)
    return msgspec.structs.replace(pot, eligible=eligible or live)


def cut_layers(bets: Mapping[Seat, int], live: tuple[Seat, ...]) -> list[Pot]:
    """Cut this stage's bets at the levels that live seats reached, lowest first (Z4.2)."""
    layers: list[Pot] = []
    below = 0
    for level in sorted({bets[seat] for seat in live} - {0}):
        paid = _between(bets, below, level)
        reached = tuple(seat for seat in live if bets[seat] >= level)
        layers.append(Pot(name="", points=sum(paid.values()), eligible=reached, own=paid))
        below = level
    return layers


def _between(bets: Mapping[Seat, int], below: int, level: int) -> dict[Seat, int]:
    return {seat: min(points, level) - below for seat, points in bets.items() if points > below}


def merge(seats: tuple[Seat, ...], pots: Iterable[Pot]) -> list[Pot]:
    """Make one pot of those with equal eligible seats, in the place of the first (Z4.4)."""
    merged: dict[tuple[Seat, ...], Pot] = {}
    for pot in pots:
        eligible = in_order(seats, pot.eligible)
        first = merged.get(eligible)
        merged[eligible] = (
            msgspec.structs.replace(pot, eligible=eligible)
            if first is None
            else msgspec.structs.replace(
                first,
                points=first.points + pot.points,
                own=_added(seats, first.own, pot.own),
            )
        )
    return list(merged.values())


def _added(
    seats: Collection[Seat],
    first: Mapping[Seat, int],
    second: Mapping[Seat, int],
) -> dict[Seat, int]:
    return {
        seat: first.get(seat, 0) + second.get(seat, 0)
        for seat in seats
        if seat in first or seat in second
    }
