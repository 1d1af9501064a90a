"""The form of a round's replay: that of `replay round --json`, see docs/replay.md."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from api.service.answers import BySeat, BySide, Fact, Moment, one_of
from domain.games.status import Status
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
    """An event in words, with its rule and what lies on the table after it.

    In 四支刀 that is `pots` and `in_front`; in 比牌升級 the totals of the open piles, who is
    champion, and the points that the attackers have won.
    """

    version: int
    text: str
    details: tuple[str, ...]
    rule: str
    event: Fact
    pots: tuple[ReportPot, ...] | None = None
    in_front: BySeat | None = None
    totals: BySeat | None = None
    champion: str | None = None
    attack_points: int | None = None
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


class ReportCutter(BaseModel):
    """A seat that a deck was dealt to: its anchor and the value it cut with, null for none."""

    seat: str
    player: str
    anchor: str | None
    value: str | None
    missed: bool


class ReportDeck(BaseModel):
    """The committed deck of a stage: its root, and how it was cut; bytes are in hex."""

    stage: int
    cards: int
    root: str
    cut: str | None
    cuts: int
    seats: int
    waits: tuple[str, ...]
    cutters: tuple[ReportCutter, ...]


class Report(BaseModel):
    """A round decided again, compared with what is stored, and told."""

    round: str
    status: Annotated[str, one_of(*Status, "unknown")]
    reason: Annotated[str | None, Field(description="why it is interrupted, or was voided (H8)")]
    proven: bool
    decks: tuple[ReportDeck, ...]
    events: tuple[ReportEvent, ...]
    stored: int
    summary: Summary | None
    checks: tuple[ReportCheck, ...]
    first_wrong: ReportCheck | None
    difference: ReportDifference | None


class MatchReportRound(BaseModel):
    """A round of a match: what was played, what changed by it, and whether it is proven."""

    number: int
    round: str
    status: str
    dealer: str | None
    level: str | None
    trump: str | None
    attack_points: int | None
    winners: str | None
    changes: tuple[Fact, ...]
    levels: BySide | None
    scores: BySeat | None
    next_dealer: str | None
    checks: str


class MatchReportEvent(BaseModel):
    """An event of the match itself, in words."""

    version: int
    at: Moment
    actor: str
    text: str
    event: Fact


class MatchReport(BaseModel):
    """A match decided again with all of its rounds, and what was found: as `replay match`."""

    match: str
    status: Annotated[str, one_of("waiting", "running", "won", "abandoned", "unknown")]
    proven: bool
    settings: Fact | None
    seats: Annotated[dict[str, Any], Field(description="who sits where, by seat")]
    levels: BySide | None
    totals: BySeat | None
    next_dealer: str | None
    running: str | None
    winner: str | None
    abandoned: str | None
    rounds: tuple[MatchReportRound, ...]
    events: tuple[MatchReportEvent, ...]
    stored: int
    checks: tuple[ReportCheck, ...]
    first_wrong: ReportCheck | None


class BundleAnswer(BaseModel):
    """A round as one file that proves itself. Its fields are in docs/proof.md."""

    model_config = ConfigDict(extra="allow")
