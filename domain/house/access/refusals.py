"""Why cards are not shown, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class NoSuchRound(Refusal, frozen=True, kw_only=True):
    """Nobody has opened the round."""

    code: ClassVar[str] = "no_such_round"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "there is no such round"


class BadRevealReason(Refusal, frozen=True, kw_only=True):
    """Who looks at hidden cards says why, in words."""

    code: ClassVar[str] = "bad_reveal_reason"
    rule: ClassVar[str] = "H9.7"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class NotGranted(Refusal, frozen=True, kw_only=True):
    """The person was never let see the cards of this round, in this role."""

    code: ClassVar[str] = "not_granted"
    rule: ClassVar[str] = "H9.8"
    text: ClassVar[str] = "no reveal of this round was granted to you"


class GrantOver(Refusal, frozen=True, kw_only=True):
    """The grant has expired."""

    code: ClassVar[str] = "grant_over"
    rule: ClassVar[str] = "H9.8"
    text: ClassVar[str] = "the time of this grant is over"
    until_ms: int


class RoundNotOver(Refusal, frozen=True, kw_only=True):
    """Nobody sees the cards of a round that is being played."""

    code: ClassVar[str] = "round_not_over"
    rule: ClassVar[str] = "H9.7"
    text: ClassVar[str] = "the round is not over, and its cards are shown to nobody"
