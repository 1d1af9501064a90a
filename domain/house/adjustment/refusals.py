"""Why an adjustment may refuse, in the order in which it checks."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class NoSuchAdjustment(Refusal, frozen=True, kw_only=True):
    """Nobody has proposed the adjustment."""

    code: ClassVar[str] = "no_such_adjustment"
    rule: ClassVar[str] = "H10.1"
    text: ClassVar[str] = "there is no such adjustment"


class AdjustmentExists(Refusal, frozen=True, kw_only=True):
    """An adjustment is proposed once."""

    code: ClassVar[str] = "adjustment_exists"
    rule: ClassVar[str] = "H10.1"
    text: ClassVar[str] = "the adjustment exists already"


class AdjustmentDecided(Refusal, frozen=True, kw_only=True):
    """It was approved or rejected, once for all."""

    code: ClassVar[str] = "adjustment_decided"
    rule: ClassVar[str] = "H10.2"
    text: ClassVar[str] = "the adjustment was decided already"


class BadAdjustment(Refusal, frozen=True, kw_only=True):
    """An id that cannot be an adjustment's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_adjustment"
    rule: ClassVar[str] = "H10.1"
    text: ClassVar[str] = "an adjustment's id is 1 to {most} printable characters"
    most: int


class BadAdjustmentReason(Refusal, frozen=True, kw_only=True):
    """Who proposes or rejects says why, in words."""

    code: ClassVar[str] = "bad_adjustment_reason"
    rule: ClassVar[str] = "H10.1"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class BadAdjustedPoints(Refusal, frozen=True, kw_only=True):
    """Nothing to move, or more than any amount may be."""

    code: ClassVar[str] = "bad_adjusted_points"
    rule: ClassVar[str] = "H10.1"
    text: ClassVar[str] = "the points must be 1 to {most}, or minus that many"
    most: int


class SamePerson(Refusal, frozen=True, kw_only=True):
    """Who proposed it does not decide it, in whichever role."""

    code: ClassVar[str] = "same_person"
    rule: ClassVar[str] = "H10.2"
    text: ClassVar[str] = "a second person decides what you proposed"
