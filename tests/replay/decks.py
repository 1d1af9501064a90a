"""What the tests of replayed decks ask."""

from domain.flow.address import deck
from domain.house.deck.commands import RevealCut
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.store import Log
from replay.checks import COMMITTED, Check, Verdict
from replay.proof import Proof
from tests.replay.room import proof_of
from tests.support.bulk import in_bulk, one_by_one
from tests.support.decked import DeckedHouse

P1 = Seat("p1")


def check(proof: Proof, name: str) -> Check:
    (found,) = (one for one in proof.checks if one.name == name)
    return found


def found(log: Log, name: str = COMMITTED, round_id: str = "r") -> Check:
    """What a check comes to, which is the first wrong place if any, and the same in bulk."""
    proof = proof_of(log, round_id)
    for length in (7, 5_000):
        assert in_bulk(log, length) == one_by_one(log)
    told = check(proof, name)
    if told.verdict is Verdict.DIFFERENCE:
        assert proof.first_wrong == told
        assert told.detail.startswith(f"event {told.version}: ")
    return told


def reveal(house: DeckedHouse, round_id: str, seat: Seat) -> None:
    state = house.look(deck(round_id))
    (one,) = (one for one in state.deck.cutters if one.seat == seat)
    reveal = RevealCut(seat=seat, value=house.value_of(one.anchor))
    house.receipts[seat] = house.take(deck(round_id), reveal, Origin.PLAYER, one.player)
