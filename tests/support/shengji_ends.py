"""Rounds of 比牌升級 that are over, for tests of what their end brings (S8)."""

from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import ScoreCause
from domain.shengji.ruleset import Ladder
from domain.shengji.sides import NEXT, PARTNER, Side
from domain.shengji.state import Settled, State
from tests.support.shengji_rounds import P1, after, facts, playing

Facts = list[events.Event]


class End(NamedTuple):
    """A round that is over, and the facts of its last trick."""

    state: Settled
    told: Facts

    @property
    def kitty(self) -> events.KittyShown:
        (shown,) = [fact for fact in self.told if isinstance(fact, events.KittyShown)]
        return shown

    @property
    def levels(self) -> str:
        return " ".join(self.state.levels[side] for side in Side)

    def scores(self, cause: ScoreCause) -> dict[Seat, int]:
        given = [fact for fact in self.told if isinstance(fact, events.ScoresGiven)]
        (scores,) = [dict(fact.scores) for fact in given if fact.cause is cause] or [{}]
        return scores


def ended(state: State, *said: str) -> End:
    told = facts(state, *said)
    done = after(state, *said)
    assert isinstance(done, Settled)
    assert sum(done.scores.values()) == 0
    return End(done, told)


def with_points(
    points: int,
    *,
    dealer: Seat = P1,
    level: str = "7",
    other: str | None = None,
    ladder: Ladder = Ladder.TWO_TO_KING,
    lost: dict[Side, int] | None = None,
) -> End:
    """A round whose attackers end with `points`; the dealer wins the last trick, worth nothing."""
    state = playing(
        dealer=dealer,
        level=level,
        other=other,
        ladder=ladder,
        lost=lost,
        points=points,
        p1="BJ",
        p2="BJ",
        p3="BJ",
        p4="BJ",
    )
    second, third, fourth = NEXT[dealer], PARTNER[dealer], PARTNER[NEXT[dealer]]
    return ended(state, *(f"{seat} play BJ" for seat in (dealer, second, third, fourth)))
