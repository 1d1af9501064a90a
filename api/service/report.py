"""The form of a round's replay: that of `replay round --json`, see docs/replay.md."""

from typing import Annotated, Any

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from api.service.answers import Fact, Moment, one_of
from domain.kernel.decider import Origin
from replay.checks import Verdict

Summary = TypeAliasType(
    "Summary", Annotated[dict[str, Any], Field(description="see docs/rules/record.md")]
)


class ReportPot(BaseModel):
    """A pot after an event, and the seats that can still win it."""

    pot: str
    points: int
    eligible: tuple[str, ...]


class ReportDecision(BaseModel):
    """Who decided, told at the first event of the decision."""

    actor: str
    origin: Origin
    recorded_at: Moment
    command_id: str


class ReportEvent(BaseModel):
    """An event in words, with its rule and what lies on the table after it."""

    version: int
    text: str
    details: tuple[str, ...]
    rule: str
    event: Fact
    pots: tuple[ReportPot, ...]
    in_front: dict[str, int]
    decision: ReportDecision | None = None


class ReportCheck(BaseModel):
    """One check on the round; `version` is the first wrong place, where there is one."""

    name: str
    verdict: Verdict
    detail: str
    version: int | None


class ReportDifference(BaseModel):
    """The first place where the round is not what the rules make of its commands."""

    version: int
    reason: str
    expected: Fact | None
    stored: Fact | None


class Report(BaseModel):
    """A round decided again, compared with what is stored, and told."""

    round: str
    status: Annotated[str, one_of("settled", "voided", "open", "unknown")]
    proven: bool
    events: tuple[ReportEvent, ...]
    stored: int
    summary: Summary | None
    checks: tuple[ReportCheck, ...]
    first_wrong: ReportCheck | None
    difference: ReportDifference | None
