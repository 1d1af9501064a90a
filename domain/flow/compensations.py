"""Between disputes, the rounds that they hold, and the adjustments that compensate (H9, H10)."""

from domain.flow.address import COUNTER, Address, adjustment, dispute, hold, wallet
from domain.flow.brought import Brought
from domain.house.adjustment import state as adjustments
from domain.house.adjustment.commands import ProposeAdjustment
from domain.house.dispute import events, state
from domain.house.dispute.commands import EndCompensation
from domain.house.hold.commands import HoldRound, ReleaseRound
from domain.house.wallet.commands import AdjustIssue, AdjustPoints
from domain.house.wallet.events import PointsAdjusted
from domain.kernel.decider import Event


def opened(at: Address, _: state.Open, fact: events.DisputeOpened) -> tuple[Brought, ...]:
    """H9.6: the round's keys are kept from now on."""
    return (Brought(hold(fact.round), HoldRound(dispute=at.id, by=fact.by)),)


def closed(at: Address, over: state.Closed, _: events.DisputeClosed) -> tuple[Brought, ...]:
    """H9.6: they are not kept for this dispute any more."""
    return (Brought(hold(over.round), ReleaseRound(dispute=at.id)),)


def proposed(at: Address, _: state.Open, fact: events.CompensationProposed) -> tuple[Brought, ...]:
    """H9.4: a compensation is an adjustment like any other, for a second person to decide."""
    propose = ProposeAdjustment(
        adjustment=fact.adjustment,
        by=fact.by,
        player=fact.player,
        points=fact.points,
        reason="compensation",
        dispute=at.id,
    )
    return (Brought(adjustment(fact.adjustment), propose),)


def approved(at: Address, decided: adjustments.Decided, _: Event) -> tuple[Brought, ...]:
    """H10.3: the points move, and the dispute that the adjustment is of, if any, is told."""
    adjust = AdjustPoints(points=decided.points, adjustment=at.id)
    return Brought(wallet(decided.player), adjust), *_told(at, decided)


def rejected(at: Address, decided: adjustments.Decided, _: Event) -> tuple[Brought, ...]:
    """H10.2: nothing moves; the dispute that the adjustment is of, if any, is told."""
    return _told(at, decided)


def _told(at: Address, decided: adjustments.Decided) -> tuple[Brought, ...]:
    if decided.dispute is None:
        return ()
    end = EndCompensation(adjustment=at.id, approved=decided.approved)
    return (Brought(dispute(decided.dispute), end),)


def adjusted(_: Address, __: object, fact: PointsAdjusted) -> tuple[Brought, ...]:
    """H10.3: the counter-account bears what a wallet gets."""
    issue = AdjustIssue(player=fact.player, points=fact.points, adjustment=fact.adjustment)
    return (Brought(COUNTER, issue),)
