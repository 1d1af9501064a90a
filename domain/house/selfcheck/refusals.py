"""Why an alarm is not acknowledged, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class BadAlarmReason(Refusal, frozen=True, kw_only=True):
    """A reason that is none: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_alarm_reason"
    rule: ClassVar[str] = "H11.3"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class NoAlarm(Refusal, frozen=True, kw_only=True):
    """There is none, or it was acknowledged before."""

    code: ClassVar[str] = "no_alarm"
    rule: ClassVar[str] = "H11.3"
    text: ClassVar[str] = "there is no alarm"


class OtherAlarm(Refusal, frozen=True, kw_only=True):
    """The alarm is about another digest than the one that is accepted."""

    code: ClassVar[str] = "other_alarm"
    rule: ClassVar[str] = "H11.3"
    text: ClassVar[str] = "the alarm is about the digest {digest}"
    digest: str
