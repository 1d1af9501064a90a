"""A round's clock as a union of phases. Values only: the rules are in `decide`."""

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Unset(Value, frozen=True, kw_only=True):
    """No turn has had a deadline: none was opened yet, or the round is older than clocks."""


class Deadline(Value, frozen=True, kw_only=True):
    """The turn that was opened last, and until when it lasts, in ms of Unix time."""

    turn: str
    due_ms: int


class Stopped(Value, frozen=True, kw_only=True):
    """The round is interrupted, for this reason (H8.1)."""

    reason: str


class Resumed(Value, frozen=True, kw_only=True):
    """The round goes on, and the open turn waits for its new deadline (H8.3)."""


State = Unset | Deadline | Stopped | Resumed
