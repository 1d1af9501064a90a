"""Why a round is not held, or its keys not erased."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class RoundErased(Refusal, frozen=True, kw_only=True):
    """The round's data keys were erased after retention: nobody can show what happened in it."""

    code: ClassVar[str] = "round_erased"
    rule: ClassVar[str] = "H9.6"
    text: ClassVar[str] = "the keys of this round were erased, and nobody can show its cards"


class DisputedAlready(Refusal, frozen=True, kw_only=True):
    """One person has one open dispute about a round; the rest are notes to it."""

    code: ClassVar[str] = "disputed_already"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "your dispute {dispute} about this round is open"
    dispute: str


class RoundDisputed(Refusal, frozen=True, kw_only=True):
    """A dispute about the round is open, so its keys are kept."""

    code: ClassVar[str] = "round_disputed"
    rule: ClassVar[str] = "H9.6"
    text: ClassVar[str] = "disputes about this round are open: {count}"
    count: int
