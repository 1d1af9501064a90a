"""The rounds of a match, one after another: what the match says of each, and its own proof."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.games.status import Status
from domain.house.match.events import MatchRoundEnded, MatchRoundStarted
from domain.house.table.events import Ending
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.log.envelope import Envelope
from domain.shengji import events
from domain.shengji.sides import Side
from replay.home import Part
from replay.proof import Proof
from replay.rederive import Decided


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of the match about a round, its version, and the decision it belongs to."""

    version: int
    envelope: Envelope[Command]
    part: Part


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One round of the match: how it was started and ended there, and what it shows itself.

    `proof` is None where nothing is left of the round.
    """

    started: MatchRoundStarted
    start: Said
    ended: MatchRoundEnded | None
    end: Said | None
    proof: Proof | None

    @property
    def status(self) -> Status:
        """How the match has it: complete, voided or open; interrupted if its clock says so."""
        if self.ended is not None:
            return Status.COMPLETE if self.ended.ending is Ending.SETTLED else Status.VOIDED
        stopped = self.proof is not None and self.proof.status == Status.INTERRUPTED
        return Status.INTERRUPTED if stopped else Status.OPEN


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a round, by its own facts as far as they are sound; None for not yet."""

    dealer: Seat | None = None
    level: str | None = None
    trump: str | None = None
    attack_points: int | None = None
    winners: events.Result | None = None
    changes: Mapping[Side, events.LevelChanged] = {}


def links(decisions: Sequence[Decided], proofs: Mapping[str, Proof | None]) -> Iterator[Link]:
    """Yield the rounds of a match in the order in which it started them."""
    ends: dict[str, tuple[MatchRoundEnded, Said]] = {}
    starts: list[tuple[MatchRoundStarted, Said]] = []
    for decision in decisions:
        part = Part(decision.envelope.command, decision.facts)
        for version, fact in enumerate(decision.facts, start=decision.first):
            said = Said(version=version, envelope=decision.envelope, part=part)
            if isinstance(fact, MatchRoundStarted):
                starts.append((fact, said))
            elif isinstance(fact, MatchRoundEnded):
                ends[fact.round] = fact, said
    for started, start in starts:
        ended, end = ends.get(started.round, (None, None))
        proof = proofs[started.round]
        yield Link(started=started, start=start, ended=ended, end=end, proof=proof)


def course_of(link: Link) -> Course:
    """Return what became of a round, told by its facts, all of which anybody may know."""
    course = Course(dealer=link.started.dealer)
    for decision in () if link.proof is None else link.proof.derived.decisions:
        for fact in decision.facts:
            course = _after(course, fact)
    return course


def _after(course: Course, fact: object) -> Course:
    match fact:
        case events.RoundOpened():
            return msgspec.structs.replace(course, level=fact.level)
        case events.ContestWon():
            return msgspec.structs.replace(course, dealer=fact.dealer)
        case events.TrumpCalled():
            return msgspec.structs.replace(course, trump=fact.suit)
        case events.LevelChanged():
            changes = {**course.changes, fact.side: fact}
            return msgspec.structs.replace(course, changes=changes)
        case events.RoundSettled():
            return msgspec.structs.replace(
                course, attack_points=fact.attack_points, winners=fact.winners
            )
        case _:
            return course
