"""Disputes and adjustments as they stand in the log: every step with who took it, and when."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from domain.flow.address import Kind, adjustment, dispute, wallet
from domain.house.adjustment.decider import ADJUSTMENT
from domain.house.adjustment.state import Decided, Proposed
from domain.house.dispute.decider import DISPUTE
from domain.house.dispute.events import DisputeOpened
from domain.house.dispute.state import Closed, Open
from domain.house.wallet.decider import WALLET
from domain.house.wallet.events import PointsAdjusted
from domain.house.wallet.state import Account
from domain.kernel.decider import Event
from domain.log.envelope import Recorded
from domain.log.store import Log


class Dispute(NamedTuple):
    """A dispute: how it stands, its claim, and its steps in order."""

    state: Open | Closed
    claim: str
    steps: Sequence[Recorded]

    @property
    def status(self) -> str:
        """How it stands in a word: `open`, `decided` or `closed`."""
        if isinstance(self.state, Closed):
            return "closed"
        return "open" if self.state.verdict is None else "decided"

    @property
    def opened_at(self) -> datetime:
        """When it was opened."""
        return self.steps[0].envelope.recorded_at

    def overdue(self, now_ms: int) -> bool:
        """Say whether it waits for a decision after its deadline (H9.1)."""
        return self.state.verdict is None and now_ms > self.state.due_ms


class Adjustment(NamedTuple):
    """An adjustment: how it stands, and its steps in order."""

    state: Proposed | Decided
    steps: Sequence[Recorded]

    @property
    def status(self) -> str:
        """How it stands in a word: `proposed`, `approved` or `rejected`."""
        if isinstance(self.state, Proposed):
            return "proposed"
        return "approved" if self.state.approved else "rejected"


def dispute_of(log: Log, dispute_id: str) -> Dispute | None:
    """Return a dispute, None if there is none. Raises the log's errors."""
    steps = log.read(dispute(dispute_id).stream)
    opened = steps[0].event if steps else None
    if not isinstance(opened, DisputeOpened):
        return None
    state = DISPUTE.fold(one.event for one in steps)  # type: ignore[misc]
    assert isinstance(state, Open | Closed)
    return Dispute(state, opened.claim, steps)


def adjustment_of(log: Log, adjustment_id: str) -> Adjustment | None:
    """Return an adjustment, None if there is none. Raises the log's errors."""
    steps = log.read(adjustment(adjustment_id).stream)
    if not steps:
        return None
    state = ADJUSTMENT.fold(one.event for one in steps)  # type: ignore[misc]
    assert isinstance(state, Proposed | Decided)
    return Adjustment(state, steps)


def balances(log: Log, about: Adjustment) -> tuple[int, int] | None:
    """Return what the wallet holds before and after an adjustment; None for one rejected.

    Of one that is proposed, as it would be now; of one approved, as it was then.
    """
    if about.status == "rejected":
        return None
    facts = [one.event for one in log.read(wallet(about.state.player).stream)]
    done = [number for number, fact in enumerate(facts) if _is_of(fact, about)]
    account = WALLET.fold(facts[: done[0]] if done else facts)  # type: ignore[arg-type]
    assert isinstance(account, Account)  # only of a player that exists is one proposed (H10.1)
    return account.balance, account.balance + about.state.points


def _is_of(fact: Event, about: Adjustment) -> bool:
    return isinstance(fact, PointsAdjusted) and fact.adjustment == about.state.adjustment


def disputes(log: Log, after: str = "") -> Iterator[Dispute]:
    """Yield the disputes in the order of their ids, which is that of time, from one on."""
    found = (dispute_of(log, one) for one in _ids(log, Kind.DISPUTE, after))
    return (one for one in found if one is not None)


def adjustments(log: Log, after: str = "") -> Iterator[Adjustment]:
    """Yield the adjustments in the same order."""
    found = (adjustment_of(log, one) for one in _ids(log, Kind.ADJUSTMENT, after))
    return (one for one in found if one is not None)


def _ids(log: Log, kind: Kind, after: str) -> Iterator[str]:
    prefix = f"{kind}/"
    streams = log.streams(prefix, after=f"{prefix}{after}" if after else "")
    return (stream.removeprefix(prefix) for stream in streams)
