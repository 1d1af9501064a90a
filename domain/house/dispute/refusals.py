"""Why a dispute may refuse, in the order in which it checks."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.house.dispute.events import Verdict
from domain.kernel.refusal import Refusal


class NoSuchDispute(Refusal, frozen=True, kw_only=True):
    """Nobody has opened the dispute."""

    code: ClassVar[str] = "no_such_dispute"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "there is no such dispute"


class DisputeExists(Refusal, frozen=True, kw_only=True):
    """A dispute is opened once."""

    code: ClassVar[str] = "dispute_exists"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "the dispute exists already"


class DisputeOver(Refusal, frozen=True, kw_only=True):
    """The dispute is closed."""

    code: ClassVar[str] = "dispute_closed"
    rule: ClassVar[str] = "H9.5"
    text: ClassVar[str] = "the dispute is closed"


class BadDispute(Refusal, frozen=True, kw_only=True):
    """An id that cannot be a dispute's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_dispute"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "a dispute's id is 1 to {most} printable characters"
    most: int


class NotDealtIn(Refusal, frozen=True, kw_only=True):
    """A player disputes the rounds that the player was dealt into."""

    code: ClassVar[str] = "not_dealt_in"
    rule: ClassVar[str] = "H9.1"
    text: ClassVar[str] = "you were not dealt into this round"


class BadText(Refusal, frozen=True, kw_only=True):
    """What somebody writes is empty, too long, or not printable."""

    code: ClassVar[str] = "bad_text"
    rule: ClassVar[str] = "H9.2"
    text: ClassVar[str] = "a text is 1 to {most} printable characters in lines"
    most: int


class NotYourDispute(Refusal, frozen=True, kw_only=True):
    """A player adds to the own disputes only."""

    code: ClassVar[str] = "not_your_dispute"
    rule: ClassVar[str] = "H9.2"
    text: ClassVar[str] = "somebody else opened this dispute"


class BadDigest(Refusal, frozen=True, kw_only=True):
    """Evidence is named by the SHA-256 of its bytes."""

    code: ClassVar[str] = "bad_digest"
    rule: ClassVar[str] = "H9.2"
    text: ClassVar[str] = "a digest is 64 hex digits in lower case"


class DecidedAlready(Refusal, frozen=True, kw_only=True):
    """The house decides once."""

    code: ClassVar[str] = "decided_already"
    rule: ClassVar[str] = "H9.3"
    text: ClassVar[str] = "the dispute was decided: {verdict}"
    worded: ClassVar[Mapping[str, Collection[str]]] = {"verdict": tuple(Verdict)}
    verdict: str


class NotUpheld(Refusal, frozen=True, kw_only=True):
    """Only a claim that the house found right is compensated."""

    code: ClassVar[str] = "not_upheld"
    rule: ClassVar[str] = "H9.4"
    text: ClassVar[str] = "the dispute was not upheld"


class CompensationPending(Refusal, frozen=True, kw_only=True):
    """The proposal before waits for its second person."""

    code: ClassVar[str] = "compensation_pending"
    rule: ClassVar[str] = "H9.4"
    text: ClassVar[str] = "the adjustment {adjustment} is not decided yet"
    adjustment: str


class BadCompensation(Refusal, frozen=True, kw_only=True):
    """A compensation is points that the player gets."""

    code: ClassVar[str] = "bad_compensation"
    rule: ClassVar[str] = "H9.4"
    text: ClassVar[str] = "the points must be 1 to {most}"
    most: int


class NotDecided(Refusal, frozen=True, kw_only=True):
    """A dispute ends with a decision."""

    code: ClassVar[str] = "not_decided"
    rule: ClassVar[str] = "H9.5"
    text: ClassVar[str] = "the dispute is not decided yet"
