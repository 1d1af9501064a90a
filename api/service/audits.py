"""The form of what auditors of decks found (H6.7)."""

from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from api.service.answers import Answer, Hash, Moment
from domain.house.audit.events import DecksAudited, Finding
from domain.log.envelope import Recorded


class AuditedRound(Answer):
    """A round of the sample: how many decks it has, what was found, and where it is wrong."""

    round: str
    decks: int
    finding: Finding
    reason: str | None


class DecksAudit(Answer):
    """An audit: rounds of a random sample, whose decks were made again from their secrets."""

    number: Annotated[int, Field(description="of the audit, from 1")]
    recorded_at: Moment
    auditor: str
    seed: Hash
    drawn: Annotated[bool, Field(description="the seed was drawn by chance, not given")]
    among: Annotated[int, Field(description="rounds with committed decks there were")]
    position: Annotated[int, Field(description="up to this position of the log")]
    repeated: Annotated[int, Field(description="rounds of all that have an earlier one's secret")]
    rounds: tuple[AuditedRound, ...]


class DecksAuditsAnswer(Answer):
    """Audits of decks, in the order in which they were made."""

    audits: tuple[DecksAudit, ...]
    next: Annotated[int | None, Field(description="`after` for more, null where there are none")]


def audit_answer(recorded: Recorded, seen: Callable[[str], bool]) -> DecksAudit:
    """Return an audit as it is stored, but for rounds that the viewer has not seen yet (H12)."""
    fact = recorded.event
    assert isinstance(fact, DecksAudited), "nothing else is in that stream"
    return DecksAudit(
        number=recorded.version,
        recorded_at=recorded.envelope.recorded_at.isoformat(),
        auditor=fact.auditor,
        seed=fact.seed,
        drawn=fact.drawn,
        among=fact.among,
        position=fact.position,
        repeated=fact.repeated,
        rounds=tuple(
            AuditedRound(round=one.round, decks=one.decks, finding=one.finding, reason=one.reason)
            for one in fact.rounds
            if seen(one.round)
        ),
    )
