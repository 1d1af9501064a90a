"""A round of either game as a line in a list, and its seats."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from domain.games.status import Status
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from projections.moments import moment


class Outcome(StrEnum):
    """What a round that was played to its end came to for a seat."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's figures in points: net = received + returned − committed − rake (Z9.3)."""

    committed: int
    returned: int
    received: int
    rake: int
    net: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat of the round, and what came of it once it is over.

    四支刀 has stacks and results, 升級 sides and scores; what the other game has is None.
    """

    seat: Seat
    player: str
    stack: int | None = None
    result: Result | None = None
    side: str | None = None
    score: int | None = None


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """A round. `version` is the last fact that changed this; `pot_total` is what pots awarded.

    Nothing of it changes after the fact at `ended_position` of the log, which ends it.

    四支刀 is played at a `table`, with a head; 升級 in a `match`, at a level, with a dealer (none
    yet in a first round), attackers' points, and `winners`. What the other game has is None.
    """

    game: str
    table: str | None = None
    match: str | None = None
    rules: int
    status: Status
    head: Seat | None = None
    next_head: Seat | None = None
    stages: int = 1
    pot_total: int | None = None
    level: str | None = None
    dealer: Seat | None = None
    next_dealer: Seat | None = None
    attack_points: int | None = None
    winners: str | None = None
    started_at: str
    ended_at: str | None = None
    ended_position: int | None = None
    version: int
    seats: tuple[SeatView, ...]


def over(view: RoundView, fact: Recorded, seats: tuple[SeatView, ...]) -> RoundView:
    """Return a round that ends with a fact, and its seats with what came of it."""
    return replace(
        view,
        ended_at=moment(fact.envelope.recorded_at),
        ended_position=fact.position,
        version=fact.version,
        seats=seats,
    )
