"""A dispute as a union of phases. Values only: the rules are in `decide`."""

import msgspec

from domain.house.dispute.events import Verdict


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Unopened(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Known(Value, frozen=True, kw_only=True):
    """What is true of a dispute from its opening on; `verdict` is None before the decision."""

    dispute: str
    round: str
    by: str
    due_ms: int
    verdict: Verdict | None


class Open(Known, frozen=True, kw_only=True):
    """It goes on. `pending` is the adjustment that was proposed and is not decided."""

    pending: str | None


class Closed(Known, frozen=True, kw_only=True):
    """It is over."""


State = Unopened | Open | Closed
