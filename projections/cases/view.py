"""A dispute or an adjustment as a line in a list: `project` folds its facts, it decides nothing."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from domain.house.adjustment import events as adjustment
from domain.house.dispute import events as dispute
from domain.log.envelope import Recorded
from projections.moments import moment


class DisputeStatus(StrEnum):
    """A dispute is undecided, or decided and goes on, or is over (H9)."""

    OPEN = "open"
    DECIDED = "decided"
    CLOSED = "closed"


class AdjustmentStatus(StrEnum):
    """An adjustment waits for its second person, or was decided (H10)."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


class DisputeView(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute about a round, opened `by` (role and name), to be decided until `due_ms` (H9.1).

    What people wrote is not in it. `version` is the last fact of its stream.
    """

    round: str
    by: str
    status: DisputeStatus
    verdict: str | None = None
    due_ms: int
    opened_at: str
    decided_at: str | None = None
    closed_at: str | None = None
    version: int


class AdjustmentView(msgspec.Struct, frozen=True, kw_only=True):
    """Points proposed for a player, below zero to be taken, and who decided it (H10)."""

    by: str
    player: str
    points: int
    reason: str
    dispute: str | None
    status: AdjustmentStatus
    proposed_at: str
    decided_at: str | None = None
    decided_by: str | None = None
    version: int


View = DisputeView | AdjustmentView | None


def project(view: View, fact: Recorded) -> View:
    """Return the view after one fact; None before the first one of its stream."""
    match view, fact.event:
        case _, dispute.DisputeOpened() as opened:
            return DisputeView(
                round=opened.round,
                by=opened.by,
                status=DisputeStatus.OPEN,
                due_ms=opened.due_ms,
                opened_at=_at(fact),
                version=fact.version,
            )
        case _, adjustment.AdjustmentProposed() as proposed:
            return AdjustmentView(
                by=proposed.by,
                player=proposed.player,
                points=proposed.points,
                reason=proposed.reason,
                dispute=proposed.dispute,
                status=AdjustmentStatus.PROPOSED,
                proposed_at=_at(fact),
                version=fact.version,
            )
        case DisputeView(), _:
            return replace(_disputed(view, fact), version=fact.version)
        case AdjustmentView(), _:
            return replace(_adjusted(view, fact), version=fact.version)
        case _:
            return None


def _disputed(view: DisputeView, fact: Recorded) -> DisputeView:
    match fact.event:
        case dispute.DisputeDecided() as decided:
            verdict = decided.verdict.value
            return replace(
                view, status=DisputeStatus.DECIDED, verdict=verdict, decided_at=_at(fact)
            )
        case dispute.DisputeClosed():
            return replace(view, status=DisputeStatus.CLOSED, closed_at=_at(fact))
        case _:
            return view


def _adjusted(view: AdjustmentView, fact: Recorded) -> AdjustmentView:
    match fact.event:
        case adjustment.AdjustmentApproved(by=by):
            status = AdjustmentStatus.APPROVED
        case adjustment.AdjustmentRejected(by=by):
            status = AdjustmentStatus.REJECTED
        case _:
            return view
    return replace(view, status=status, decided_at=_at(fact), decided_by=by)


def _at(fact: Recorded) -> str:
    return moment(fact.envelope.recorded_at)
