"""What can happen to a dispute. Stream: `dispute/<id>`.

`by` is who did it, role and name. What people write stands in these facts as they wrote it; the
house itself puts no card into any of them.
"""

from enum import StrEnum

from domain.kernel.decider import Event as KernelEvent


class Verdict(StrEnum):
    """What the house decided: the claim is right, or wrong, or was taken back."""

    UPHELD = "upheld"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class DisputeOpened(KernelEvent, frozen=True, kw_only=True, tag="house.DisputeOpened.1"):
    """Primary: a claim was made about a round, to be decided until `due_ms` (H9.1).

    `due_ms` is Unix time in milliseconds (UTC).
    """

    dispute: str
    round: str
    by: str
    claim: str
    due_ms: int


class EvidenceAdded(KernelEvent, frozen=True, kw_only=True, tag="house.EvidenceAdded.1"):
    """Primary: a file was named by its SHA-256, in hex, with what it is to show (H9.2)."""

    by: str
    digest: str
    note: str


class NoteAdded(KernelEvent, frozen=True, kw_only=True, tag="house.NoteAdded.1"):
    """Primary: somebody wrote something for the other side to read (H9.2)."""

    by: str
    text: str


class DisputeDecided(KernelEvent, frozen=True, kw_only=True, tag="house.DisputeDecided.1"):
    """Primary: the house decided, and says why (H9.3)."""

    by: str
    verdict: Verdict
    text: str


class CompensationProposed(
    KernelEvent, frozen=True, kw_only=True, tag="house.CompensationProposed.1"
):
    """Primary: points were proposed for a player; a second person decides that (H9.4, H10)."""

    by: str
    adjustment: str
    player: str
    points: int


class CompensationEnded(KernelEvent, frozen=True, kw_only=True, tag="house.CompensationEnded.1"):
    """Derived: the proposal was approved, so the points moved, or it was rejected (H9.4)."""

    adjustment: str
    approved: bool


class DisputeClosed(KernelEvent, frozen=True, kw_only=True, tag="house.DisputeClosed.1"):
    """Primary: the dispute is over (H9.5)."""

    by: str


Event = (
    DisputeOpened
    | EvidenceAdded
    | NoteAdded
    | DisputeDecided
    | CompensationProposed
    | CompensationEnded
    | DisputeClosed
)
