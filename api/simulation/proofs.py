"""Whether every round that ends is proven by replay, its deck and cut included."""

from typing import Final

from api.simulation.truth import Batch, Truth
from api.simulation.wrong import WrongError
from domain.flow.address import Address, Kind
from domain.games.rounds import ROUND
from replay.checks import COMMITTED, DEALT, FINE, Verdict
from replay.proof import prove

PROVEN: Final = "a round that is over is proven by replay, its deck and cut too"


class Proofs:
    """See `Checker`: decides each round again as soon as it is over."""

    def __init__(self) -> None:
        self.proven = 0

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        for stream in batch.streams:
            at = Address.of(stream)
            if at is not None and at.kind is Kind.ROUND and ROUND.is_terminal(truth.state(at)):
                require_proven(at.id, truth)
                self.proven += 1


def require_proven(about: str, truth: Truth) -> None:
    """Prove a round. Raises `WrongError`."""
    proof = prove(truth.log, about)
    if proof is None:
        raise WrongError(PROVEN, f"round {about}", "nothing")
    for check in proof.checks:
        with_deck = check.name not in {COMMITTED, DEALT} or check.verdict is not Verdict.NO_DECK
        if check.verdict not in FINE or not with_deck:
            raise WrongError(PROVEN, f"{about}: {check.name}", f"{check.verdict}: {check.detail}")
