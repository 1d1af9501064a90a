"""Z8.2, Z9: rake 公點, the figures of every seat, and the next head."""

from collections.abc import Mapping

from domain.chips.rake import rake_of
from domain.chips.share import share_by_weight
from domain.kernel.seats import Seat, in_order
from domain.sizhidao.events import RakePart, RakeTaken, RoundSettled, RoundVoided
from domain.sizhidao.ruleset import RakeBasis
from domain.sizhidao.showdown import strongest_back
from domain.sizhidao.splitting import Piles
from domain.sizhidao.state import Award, Round


def received(table: Round) -> dict[Seat, int]:
    """Return what each seat was awarded of pots in the whole round."""
    total = dict.fromkeys(table.seats, 0)
    for award in table.awards:
        total[award.seat] += award.points
    return total


def rake(table: Round) -> tuple[RakeTaken, ...]:
    """Z9.1: the rake of every seat that owes one, once, p1 upward."""
    winners = in_order(table.seats, {award.seat for award in table.awards})
    taken = (_rake_of(table, seat) for seat in winners)
    return tuple(rake for rake in taken if rake.points > 0)


def _rake_of(table: Round, seat: Seat) -> RakeTaken:
    awards = [award for award in table.awards if award.seat == seat]
    points = rake_of(_base(table, seat, awards), table.rules.rake_bp)
    return RakeTaken(seat=seat, points=points, parts=_parts(awards, points))


def _base(table: Round, seat: Seat, awards: list[Award]) -> int:
    won = sum(award.points for award in awards)
    match table.rules.rake_basis:
        case RakeBasis.NET:
            return won + table.returned[seat] - table.committed[seat]
        case RakeBasis.POT:
            return won
        case RakeBasis.WINNINGS:
            return sum(award.points - award.own for award in awards)


def _parts(awards: list[Award], points: int) -> tuple[RakePart, ...]:
    """Z9.5: the seat's rake over its awards by largest remainder, the earliest and P1 first."""
    shares = share_by_weight(points, [award.points for award in awards])
    return tuple(
        RakePart(stage=award.stage, pot=award.pot, points=share)
        for award, share in zip(awards, shares, strict=True)
    )


def settle(
    table: Round,
    taken: tuple[RakeTaken, ...],
    live: tuple[Seat, ...],
    shown: Mapping[Seat, Piles],
) -> RoundSettled:
    """Z9.3: net = received + returned − committed − rake; over all seats net + rake is 0."""
    won = received(table)
    raked = dict.fromkeys(table.seats, 0) | {event.seat: event.points for event in taken}
    return RoundSettled(
        committed=table.committed,
        returned=table.returned,
        received=won,
        rake=raked,
        net={
            seat: won[seat] + table.returned[seat] - table.committed[seat] - raked[seat]
            for seat in table.seats
        },
        next_head=strongest_back(table, live, shown) if shown else live[0],  # Z8.1, Z8.2
    )


def void(table: Round) -> RoundVoided:
    """Z9.4: all that a seat committed goes back; what had gone back already is part of it."""
    return RoundVoided(returned=table.committed)
