"""Z6: who beats whom, who is unbeaten in each pot, and what becomes of the pot."""

from collections.abc import Mapping

from domain.chips.share import share_equally
from domain.kernel.seats import Seat, counter_clockwise
from domain.sizhidao.events import PotAwarded, PotTied
from domain.sizhidao.splitting import Piles
from domain.sizhidao.state import Pot, Round, Settled


def beats(one: Piles, other: Piles) -> bool:
    """Z6.1: neither pile is lower and one of them is higher."""
    front, back = one.front_strength, one.back_strength
    other_front, other_back = other.front_strength, other.back_strength
    neither_lower = front >= other_front and back >= other_back
    return neither_lower and (front > other_front or back > other_back)


def unbeaten(eligible: tuple[Seat, ...], shown: Mapping[Seat, Piles]) -> tuple[Seat, ...]:
    """Z6.2: the eligible seats that no eligible seat beats. A lone seat need not show (Z6.3)."""
    if len(eligible) == 1:
        return eligible
    return tuple(
        seat
        for seat in eligible
        if not any(beats(shown[other], shown[seat]) for other in eligible if other != seat)
    )


def decide_pot(table: Round, pot: Pot, shown: Mapping[Seat, Piles]) -> PotAwarded | PotTied:
    """Return what a pot comes to: won, shared after the last playoff (Z7.7), or tied."""
    first = unbeaten(pot.eligible, shown)
    if len(first) == 1:
        return _awarded(table, pot, first, {first[0]: pot.points})
    if not 0 < table.rules.max_playoffs <= table.stage:
        return PotTied(stage=table.stage, pot=pot.name, points=pot.points, unbeaten=first)
    # The odd points go one by one from the stage's head onwards.
    takers = [seat for seat in counter_clockwise(table.seats, table.head) if seat in first]
    shares = dict(zip(takers, share_equally(pot.points, len(takers)), strict=True))
    return _awarded(table, pot, first, {seat: shares[seat] for seat in first})


def _awarded(
    table: Round,
    pot: Pot,
    first: tuple[Seat, ...],
    awards: Mapping[Seat, int],
) -> PotAwarded:
    return PotAwarded(
        stage=table.stage,
        pot=pot.name,
        points=pot.points,
        unbeaten=first,
        awards=awards,
    )


def strongest_back(
    table: Round,
    candidates: tuple[Seat, ...],
    shown: Mapping[Seat, Piles],
) -> Seat:
    """Z8.1: of the candidates that showed, the strongest back pile; of equals from the head on."""
    showed = {seat: piles for seat, piles in shown.items() if seat in candidates}
    return by_back(table, showed)[0]


def by_back(table: Round, shown: Mapping[Seat, Piles]) -> tuple[Seat, ...]:
    """Z8.1: all who showed, the strongest back pile first, equals from the stage's head on."""
    showed = (seat for seat in counter_clockwise(table.seats, table.head) if seat in shown)
    return tuple(sorted(showed, key=lambda seat: shown[seat].back_strength, reverse=True))


def head_order(settled: Settled) -> tuple[Seat, ...]:
    """Z8.1, Z8.2: who is to be head of the next round, the first who can be: `next_head` leads."""
    return by_back(settled.round, settled.shown) or (settled.next_head,)
