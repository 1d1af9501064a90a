"""The checks on one stored round: chain, derived facts, points, and what was acknowledged."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from domain.log.envelope import Recorded
from domain.log.examine import Fault, examine
from domain.log.store import Log
from domain.log.streams import round_stream
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import Event, RoundOpened
from domain.sizhidao.state import Settled, Unopened, Voided
from replay.points import first_gap
from replay.receipts import Ends, acknowledged_ends, first_odd, judged
from replay.rederive import Decided, Difference, Rederivation, rederive


class Verdict(StrEnum):
    """What a check came to. `unchecked` is neither: something before it was wrong already."""

    OK = "ok"
    DIFFERENCE = "difference"
    UNCHECKED = "unchecked"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One check in a line. `version` is the first wrong place, where there is one."""

    name: str
    verdict: Verdict
    detail: str
    version: int | None = None


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was found out about a stored round."""

    round: str
    stored: int
    recorded: tuple[Recorded, ...]
    derived: Rederivation
    checks: tuple[Check, ...]

    @property
    def proven(self) -> bool:
        """Whether every check is fine."""
        return all(check.verdict is Verdict.OK for check in self.checks)

    @property
    def first_wrong(self) -> Check | None:
        """The check that names the earliest wrong place."""
        wrong = [check for check in self.checks if check.verdict is Verdict.DIFFERENCE]
        return min(wrong, key=lambda check: check.version or 0, default=None)

    @property
    def opened(self) -> RoundOpened | None:
        """The fact that opened the round, if that could be read."""
        first = self.recorded[0].event if self.recorded else None
        return first if isinstance(first, RoundOpened) else None

    @property
    def status(self) -> str:
        """The round's status as far as it could be derived: settled, voided or open."""
        match self.derived.state:
            case Settled():
                return "settled"
            case Voided():
                return "voided"
            case Unopened():
                return "unknown"
            case _:
                return "open"


CHAIN: Final = "chain unbroken"
DERIVED: Final = "every fact re-decided equals the stored one"
POINTS: Final = "points add up after every fact, settlement to zero"
RECEIPTS: Final = "what was acknowledged is what is stored"


def prove(log: Log, round_id: str, ends: Ends | None = None) -> Proof | None:
    """Read a round's stream and check it; None if there is no such round.

    `ends` is what `acknowledged_ends` found in the whole log, before: whoever proves many rounds
    looks once. What is written while this runs is no difference.
    """
    stream, until = round_stream(round_id), log.last_position()
    rows = log.read_stored(stream) if _is_text(stream) else []
    if not rows:
        return None
    recorded, fault = examine(rows)
    derived = _of_this_round(rederive(recorded), round_id)
    difference = _before_fault(judged(log, recorded, derived.difference), fault)
    facts = [fact for decision in derived.decisions for fact in decision.facts]
    wrong = fault or difference
    known = acknowledged_ends(log, stream, until) if ends is None else ends
    checks = (
        _chain(recorded, fault),
        _derived(derived.decisions, difference, fault),
        _points(facts, wrong),
        _acknowledged(log, Asked(stream, recorded, derived.decisions, known), wrong),
    )
    proof = Proof(
        round=round_id,
        stored=len(rows),
        recorded=recorded,
        derived=msgspec.structs.replace(derived, difference=difference),
        checks=checks,
    )
    return _until_first_wrong(proof)


def _until_first_wrong(proof: Proof) -> Proof:
    """Tell nothing from the first wrong place on: whose cards stand there cannot be known."""
    wrong, derived = proof.first_wrong, proof.derived
    if wrong is None or wrong.version is None:
        return proof
    sound = tuple(one for one in derived.decisions if one.last < wrong.version)
    if len(sound) == len(derived.decisions):
        return proof
    state = SIZHIDAO.fold(fact for one in sound for fact in one.facts)
    cut = msgspec.structs.replace(derived, decisions=sound, state=state)
    return msgspec.structs.replace(proof, derived=cut)


def _is_text(name: str) -> bool:
    """Say whether a name can stand in a database: an argument may hold any bytes."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _of_this_round(derived: Rederivation, round_id: str) -> Rederivation:
    """A stream holds the round that it is named for, or nothing of it counts."""
    opened = derived.decisions[0].facts[0] if derived.decisions else None
    if not isinstance(opened, RoundOpened) or opened.round == round_id:
        return derived
    difference = Difference(version=1, reason="it opens another round", stored=opened)
    return Rederivation(decisions=(), state=SIZHIDAO.initial, difference=difference)


def _before_fault(difference: Difference | None, fault: Fault | None) -> Difference | None:
    # What is missing from the fault on is the fault's doing, not a difference of its own.
    if difference is None or fault is None or difference.version < fault.version:
        return difference
    return None


def _chain(recorded: Sequence[Recorded], fault: Fault | None) -> Check:
    if fault is not None:
        detail = f"event {fault.version}: {fault.kind.replace('_', ' ')}"
        return Check(name=CHAIN, verdict=Verdict.DIFFERENCE, detail=detail, version=fault.version)
    detail = f"{len(recorded)} events, last hash {recorded[-1].hash.hex()}"
    return Check(name=CHAIN, verdict=Verdict.OK, detail=detail)


def _derived(
    decisions: Sequence[Decided],
    difference: Difference | None,
    fault: Fault | None,
) -> Check:
    if difference is not None:
        detail = f"event {difference.version}: {difference.reason}"
        return Check(
            name=DERIVED,
            verdict=Verdict.DIFFERENCE,
            detail=detail,
            version=difference.version,
        )
    detail = f"{len(decisions)} decisions, {sum(len(one.facts) for one in decisions)} facts"
    if fault is not None:
        unread = f"{detail} before event {fault.version}, nothing after it"
        return Check(name=DERIVED, verdict=Verdict.UNCHECKED, detail=unread)
    return Check(name=DERIVED, verdict=Verdict.OK, detail=detail)


def _points(facts: Sequence[Event], wrong: Fault | Difference | None) -> Check:
    gap = first_gap(facts)
    if gap is not None:
        version, reason = gap
        detail = f"event {version}: {reason}"
        return Check(name=POINTS, verdict=Verdict.DIFFERENCE, detail=detail, version=version)
    if wrong is not None:
        detail = f"they do before event {wrong.version}"
        return Check(name=POINTS, verdict=Verdict.UNCHECKED, detail=detail)
    return Check(name=POINTS, verdict=Verdict.OK, detail=f"{len(facts)} facts")


class Asked(NamedTuple):
    """What is to be compared with the acknowledgements."""

    stream: str
    recorded: Sequence[Recorded]
    decisions: Sequence[Decided]
    ends: Ends


def _acknowledged(log: Log, asked: Asked, wrong: Fault | Difference | None) -> Check:
    odd = first_odd(log, asked.stream, asked.recorded, asked.decisions)
    if odd is not None:
        return _unlike(f"event {odd.version}: {odd.reason}", odd.version)
    if wrong is not None:
        detail = f"it is before event {wrong.version}"
        return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED, detail=detail)
    beyond = len(asked.recorded) + 1
    if asked.ends.last.get(asked.stream, 0) >= beyond:
        return _unlike(f"event {beyond}: it was acknowledged, and is missing", beyond)
    if asked.ends.damaged:
        where = f"position {asked.ends.damaged[0]} of the log"
        return _unlike(f"event {beyond}: an acknowledgement is damaged, at {where}", beyond)
    detail = f"{len(asked.decisions)} acknowledged commands"
    return Check(name=RECEIPTS, verdict=Verdict.OK, detail=detail)


def _unlike(detail: str, version: int) -> Check:
    return Check(name=RECEIPTS, verdict=Verdict.DIFFERENCE, detail=detail, version=version)
