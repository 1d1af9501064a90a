"""What may be asked of a dispute. The tag is the stored name (`domain.kernel.decider`).

`by` is who asks, role and name as in `player/ann`, as the log's envelope has it.
"""

from domain.house.dispute.events import Verdict
from domain.kernel.decider import Command as KernelCommand


class OpenDispute(KernelCommand, frozen=True, kw_only=True, tag="house.OpenDispute.1"):
    """H9.1: claim that something was wrong in a round.

    `due_ms` is until when the house is to decide, Unix time in milliseconds.
    """

    dispute: str
    round: str
    by: str
    claim: str
    due_ms: int


class AddEvidence(KernelCommand, frozen=True, kw_only=True, tag="house.AddEvidence.1"):
    """H9.2: name a bundle or another file by its SHA-256 `digest`, 64 hex digits."""

    by: str
    digest: str
    note: str


class AddNote(KernelCommand, frozen=True, kw_only=True, tag="house.AddNote.1"):
    """H9.2: write something for the other side to read."""

    by: str
    text: str


class DecideDispute(KernelCommand, frozen=True, kw_only=True, tag="house.DecideDispute.1"):
    """H9.3: decide for the house, once."""

    by: str
    verdict: Verdict
    text: str


class ProposeCompensation(
    KernelCommand, frozen=True, kw_only=True, tag="house.ProposeCompensation.1"
):
    """H9.4: propose points for a player, as the adjustment `adjustment`."""

    by: str
    adjustment: str
    player: str
    points: int


class EndCompensation(KernelCommand, frozen=True, kw_only=True, tag="house.EndCompensation.1"):
    """H9.4: the proposal was approved, or rejected. Follows from that."""

    adjustment: str
    approved: bool


class CloseDispute(KernelCommand, frozen=True, kw_only=True, tag="house.CloseDispute.1"):
    """H9.5: end the dispute; nothing can be asked of it after."""

    by: str


Command = (
    OpenDispute
    | AddEvidence
    | AddNote
    | DecideDispute
    | ProposeCompensation
    | EndCompensation
    | CloseDispute
)
