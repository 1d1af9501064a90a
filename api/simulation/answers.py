"""Whether what the house answers is so: what it acknowledged is in the log once, as it said."""

from collections import Counter
from typing import Final

from api.simulation.network import Request
from api.simulation.truth import Batch, Key, Truth
from api.simulation.wrong import WrongError
from domain.kernel.refusal import Refusal
from domain.log.store import Receipt

ACKNOWLEDGED: Final = "an acknowledged command is in the log once, as its receipt says"
SAME: Final = "the same command gets the same receipt"
NOTHING: Final = "a refused command has written nothing"
REUSED: Final = "an id is refused for another command only"


class Answers:
    """Compares answers with what is in the log, and with each other."""

    def __init__(self) -> None:
        self.accepted = Counter[str]()
        self.refused = Counter[str]()
        """How often each code was answered."""
        self._receipts: dict[Key, Receipt] = {}

    def receipt(self, request: Request, receipt: Receipt, truth: Truth) -> None:
        """Compare a receipt with what is in the log."""
        key = request.actor, request.key
        batch = truth.batches.get(key)
        if batch is None:
            raise WrongError(ACKNOWLEDGED, f"{request} in the log", "nothing of it")
        self.accepted[type(request.command).__name__] += 1
        own = batch.accepted.results[0]
        told = (receipt.stream, receipt.version, receipt.hash)
        if told != (own.stream, own.last, own.hash):
            raise WrongError(ACKNOWLEDGED, f"{own} of {request}", told)
        positions = tuple(one.position or 0 for one in batch.facts)
        if receipt.positions != positions:
            raise WrongError(ACKNOWLEDGED, f"positions {positions}", receipt.positions)
        if not asks_for(request, batch):
            raise WrongError(SAME, f"{request}, as it was asked", "the answer to another command")
        before = self._receipts.setdefault(key, receipt)
        if (before.stream, before.version, before.hash, before.positions) != (*told, positions):
            raise WrongError(SAME, before, receipt)

    def refusal(self, request: Request, refusal: Refusal, truth: Truth, since: int) -> None:
        """See that nothing of a command is in the log that was refused after position `since`.

        A copy of it may have been accepted meanwhile, by another who was asked: that one's answer
        tells so.
        """
        self.refused[refusal.code] += 1
        key = request.actor, request.key
        batch = truth.batches.get(key)
        meanwhile = key in self._receipts and batch and (batch.first.position or 0) > since
        if batch is not None and not meanwhile:
            raise WrongError(NOTHING, f"nothing of {request}, refused as {refusal.code}", "facts")

    def reused(self, request: Request, truth: Truth) -> None:
        """See that an id which is refused stands for something else."""
        self.refused["command_reused"] += 1
        batch = truth.batches.get((request.actor, request.key))
        if batch is None or asks_for(request, batch):
            raise WrongError(REUSED, f"the answer to {request}", "that its id is of another")

    def all(self, truth: Truth) -> None:
        """Compare all receipts once more with what is in the log at the end."""
        for (actor, key), receipt in self._receipts.items():
            found = truth.log.receipt_of(actor, key)
            if found is None or (found.version, found.hash) != (receipt.version, receipt.hash):
                raise WrongError(ACKNOWLEDGED, receipt, found)


def asks_for(request: Request, batch: Batch) -> bool:
    """Say whether a request asks for what a decision was made of."""
    turn = batch.accepted.turn
    same = batch.first.stream, batch.first.envelope.command
    return same == (request.at.stream, request.command) and (
        not request.turn or not turn or request.turn == turn
    )
