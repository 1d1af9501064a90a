"""S7, S8: what a round is worth in levels and score, and who deals next."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.seats import Seat
from domain.shengji.events import Result
from domain.shengji.sides import NEXT, PARTNER, SEATS, SIDE_OF, Side, other_side

ACE_SCORE: Final = 5
"""S7: what the owner of a captured ♠A loses, and whoever captured it gains."""

MATCH_SCORE: Final = 10
"""S8.4: what each winner of the match gains, and each loser loses."""


class Row(NamedTuple):
    """A row of the table of S8.2, from so many points of the attackers on.

    `levels` are gained, and `score` by each seat, on the side of the `winners`.
    """

    least: int
    winners: Result
    levels: int
    score: int


TABLE: Final = (
    Row(400, Result.ATTACKERS, 3, 6),
    Row(320, Result.ATTACKERS, 2, 4),
    Row(240, Result.ATTACKERS, 1, 2),
    Row(160, Result.ATTACKERS, 0, 1),
    Row(1, Result.DEALER, 1, 2),
    Row(0, Result.DEALER, 4, 8),
)
"""S8.2, from the most points down."""


def row_of(attack_points: int) -> Row:
    """Return the row of the table for the points that the attackers have won."""
    return next(row for row in TABLE if attack_points >= row.least)


def winning_side(row: Row, dealer: Seat) -> Side:
    """Return the side that has won a round."""
    side = SIDE_OF[dealer]
    return side if row.winners is Result.DEALER else other_side(side)


def next_dealer(row: Row, dealer: Seat) -> Seat:
    """S4.1: return the dealer's partner if the dealer's side held, the next seat if it lost."""
    return PARTNER[dealer] if row.winners is Result.DEALER else NEXT[dealer]


def given_to(side: Side, score: int) -> dict[Seat, int]:
    """Return a score that each seat of a side gains and each other seat loses."""
    return {seat: score if SIDE_OF[seat] is side else -score for seat in SEATS}


def summed(*scores: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return every seat's sum."""
    return {seat: sum(score[seat] for score in scores) for seat in SEATS}
