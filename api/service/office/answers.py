"""The forms of what a client gets of disputes, adjustments and reveals."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypeAliasType

from api.service.answers import Answer, Fact, Moment, ReceiptAnswer, one_of

Actor = Annotated[str, Field(description="role and name", examples=["operator/olga"])]
DisputeVerdict = TypeAliasType(
    "DisputeVerdict", Annotated[str, one_of("upheld", "rejected", "withdrawn")]
)
LookPurpose = TypeAliasType(
    "LookPurpose", Annotated[str, one_of("round", "export", "bundle", "service")]
)


class DisputedAnswer(ReceiptAnswer):
    """A dispute was opened."""

    dispute: str


class ProposedAnswer(ReceiptAnswer):
    """An adjustment was proposed, and waits for a second person."""

    adjustment: str


class GrantedAnswer(ReceiptAnswer):
    """A reveal was granted: `GET …/replay?reveal=true` shows all cards until then."""

    until: Moment


class StepAnswer(Answer):
    """A step of a dispute or adjustment: what it was, by whom and when; see docs/events.md."""

    version: int
    at: Moment
    by: Actor
    type: str
    fact: Fact


class DisputeLine(Answer):
    """A dispute in a list."""

    dispute: str
    round: str
    by: Actor
    status: Annotated[str, one_of("open", "decided", "closed")]
    verdict: DisputeVerdict | None
    opened_at: Moment
    due: Annotated[Moment, Field(description="until when the house is to decide")]
    overdue: Annotated[bool, Field(description="it waits for a decision after that")]


class DisputesAnswer(Answer):
    """Disputes in the order in which they were opened. `next` asks for those after them."""

    disputes: tuple[DisputeLine, ...]
    next: str | None


class DisputeAnswer(DisputeLine):
    """A dispute with all its steps."""

    claim: str
    pending: Annotated[str | None, Field(description="the adjustment that is not decided yet")]
    steps: tuple[StepAnswer, ...]


class AdjustmentLine(Answer):
    """An adjustment in a list. `points` are what the player gets, or loses if below zero."""

    adjustment: str
    by: Annotated[Actor, Field(description="who proposed it: somebody else decides")]
    player: str
    points: int
    reason: str
    dispute: str | None
    status: Annotated[str, one_of("proposed", "approved", "rejected")]


class AdjustmentsAnswer(Answer):
    """Adjustments in the order in which they were proposed. `next` asks for those after them."""

    adjustments: tuple[AdjustmentLine, ...]
    next: str | None


class AdjustmentAnswer(AdjustmentLine):
    """An adjustment with all its steps, and what the wallet holds before and after it.

    Of one that is proposed, as it would be now; of one approved, as it was then.
    """

    before: int | None
    after: int | None
    steps: tuple[StepAnswer, ...]


class LookAnswer(Answer):
    """Somebody was let see all cards of a round, or was shown them."""

    at: Moment
    what: Annotated[str, one_of("granted", "looked")]
    viewer: Annotated[str, Field(description="the person's name")]
    role: str
    reason: str | None
    until: Annotated[Moment | None, Field(description="of a grant")]
    purpose: LookPurpose | None


class AccessAnswer(Answer):
    """Who was shown all cards of a round, in order."""

    round: str
    looks: tuple[LookAnswer, ...]
