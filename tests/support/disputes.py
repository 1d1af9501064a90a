"""A house in memory with a round that is over, for tests of disputes and adjustments."""

from domain.flow.address import Address, adjustment, dispute
from domain.house.adjustment.commands import ProposeAdjustment
from domain.house.dispute import commands
from domain.house.dispute.events import Verdict
from tests.support.house import Streams
from tests.support.play import LEVEL, WEAK, deals

ANN = "player/ann"
OLGA = "operator/olga"
PAUL = "supervisor/paul"
ROUND = "r"
DUE_MS = 1_800_000_000_000
PLAYED = (*deals(LEVEL[1], WEAK), "p1 bet 10", "p2 fold")


def house_with_a_round(*, over: bool = True) -> Streams:
    """A house in which ann and bob were dealt into the round `r`, and cyd was not."""
    house = Streams()
    house.table(ann=100, bob=100)
    house.player("cyd", 50)
    at = house.start(ROUND)
    if over:
        house.play(at, PLAYED)
    return house


def opening(dispute_id: str = "d", by: str = ANN, claim: str = "the deal") -> commands.OpenDispute:
    return commands.OpenDispute(dispute=dispute_id, round=ROUND, by=by, claim=claim, due_ms=DUE_MS)


def opened(house: Streams, dispute_id: str = "d", by: str = ANN) -> Address:
    """Open a dispute about the round."""
    at = dispute(dispute_id)
    house.take(at, opening(dispute_id, by))
    return at


def decided(house: Streams, verdict: Verdict = Verdict.UPHELD) -> Address:
    """Open a dispute about the round, and decide it."""
    at = opened(house)
    house.take(at, commands.DecideDispute(by=OLGA, verdict=verdict, text="we looked"))
    return at


def proposing(points: int = 70, player: str = "ann", adjustment_id: str = "x") -> ProposeAdjustment:
    return ProposeAdjustment(
        adjustment=adjustment_id, by=OLGA, player=player, points=points, reason="by mistake"
    )


def proposed(house: Streams, points: int = 70, player: str = "ann") -> Address:
    """Propose an adjustment."""
    at = adjustment("x")
    house.take(at, proposing(points, player))
    return at
