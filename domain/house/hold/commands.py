"""What may be asked of the hold on a round. All of it follows from something else."""

from domain.kernel.decider import Command as KernelCommand


class HoldRound(KernelCommand, frozen=True, kw_only=True, tag="house.HoldRound.1"):
    """H9.6: keep the round's keys for a dispute that `by` opens. Follows from that."""

    dispute: str
    by: str


class ReleaseRound(KernelCommand, frozen=True, kw_only=True, tag="house.ReleaseRound.1"):
    """H9.6: the dispute is closed. Follows from that."""

    dispute: str


class LetErase(KernelCommand, frozen=True, kw_only=True, tag="house.LetErase.1"):
    """H9.6: the round's keys are to be erased. Follows from the erasure, in its transaction."""


Command = HoldRound | ReleaseRound | LetErase
