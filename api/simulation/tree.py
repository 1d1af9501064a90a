"""Whether every checkpoint is of the log as it is, and follows on the one before it."""

from typing import Final

from api.simulation.truth import Batch, Truth
from api.simulation.wrong import WrongError
from domain.fairness.tree import is_consistent, root_of
from domain.log.checkpoints.checkpoint import read_checkpoint
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.events import TreeSigned
from domain.log.checkpoints.notes import read_note

SIGNED: Final = "a checkpoint is the root over all events, and extends the one before"


class Tree:
    """See `Checker`: works the root out again, by its definition, over all events."""

    def __init__(self) -> None:
        self.last = TreeSigned(size=0, root=root_of(()).hex(), position=0, note="")
        self.signed = 0

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        for one in batch.facts:
            if isinstance(one.event, TreeSigned):
                self._require(one.event, truth)
                self.last = one.event
                self.signed += 1

    def _require(self, signed: TreeSigned, truth: Truth) -> None:
        size, last = signed.size, self.last
        root = root_of(truth.leaves[:size]).hex()
        said = read_checkpoint(read_note(signed.note).text)
        if signed.root != root or (said.size, said.root.hex()) != (size, root):
            raise WrongError(SIGNED, f"root {root} of {size} events", f"{signed.root}, {said}")
        if size <= last.size:
            raise WrongError(SIGNED, f"more than {last.size} events", size)
        if last.size:
            path = Checkpoints(truth.log).consistency(last.size, size)
            roots = bytes.fromhex(last.root), bytes.fromhex(root)
            if not is_consistent(last.size, roots[0], size, roots[1], path):
                raise WrongError(SIGNED, f"{size} events extend {last.size}", "they do not")
