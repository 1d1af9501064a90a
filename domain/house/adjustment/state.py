"""An adjustment as a union of phases. Values only: the rules are in `decide`."""

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Unproposed(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Known(Value, frozen=True, kw_only=True):
    """What is true of an adjustment from its proposal on; see `AdjustmentProposed`."""

    adjustment: str
    by: str
    player: str
    points: int
    reason: str
    dispute: str | None


class Proposed(Known, frozen=True, kw_only=True):
    """It waits for a second person."""


class Decided(Known, frozen=True, kw_only=True):
    """It was approved or rejected."""

    approved: bool


State = Unproposed | Proposed | Decided
