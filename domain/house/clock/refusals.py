"""Why a command comes too late, or a round's clock refuses, in the order in which it checks."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class TurnOver(Refusal, frozen=True, kw_only=True):
    """The turn that the command answers is not open any more; `turn` is, or nothing if empty."""

    code: ClassVar[str] = "turn_over"
    rule: ClassVar[str] = "H5.2"
    text: ClassVar[str] = "the turn that this answers is over"
    turn: str


class TooEarly(Refusal, frozen=True, kw_only=True):
    """The clock acts before the deadline; perhaps more time was granted meanwhile."""

    code: ClassVar[str] = "too_early"
    rule: ClassVar[str] = "H5.3"
    text: ClassVar[str] = "the turn is not over yet"
    due_ms: int


class NotLater(Refusal, frozen=True, kw_only=True):
    """Time that is granted ends later than the deadline that it replaces."""

    code: ClassVar[str] = "not_later"
    rule: ClassVar[str] = "H5.4"
    text: ClassVar[str] = "the turn lasts that long already"
    due_ms: int


class BadStopReason(Refusal, frozen=True, kw_only=True):
    """A reason that is none: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_stop_reason"
    rule: ClassVar[str] = "H8.1"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class RoundInterrupted(Refusal, frozen=True, kw_only=True):
    """The round is interrupted: nothing can be done in it until it is resumed or voided."""

    code: ClassVar[str] = "round_interrupted"
    rule: ClassVar[str] = "H8.2"
    text: ClassVar[str] = "the round is interrupted"


class NotInterrupted(Refusal, frozen=True, kw_only=True):
    """There is nothing to resume."""

    code: ClassVar[str] = "not_interrupted"
    rule: ClassVar[str] = "H8.3"
    text: ClassVar[str] = "the round is not interrupted"
