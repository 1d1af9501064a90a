"""The checks on one stored round: chain, derived facts, points, and what was acknowledged."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from domain.games.rounds import ROUND
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Recorded, Stored
from domain.log.erasing import erasure_of
from domain.log.errors import DataKeyError, LogError
from domain.log.examine import Examined, Fault, examine
from domain.log.store import Log
from domain.log.streams import clock_stream, round_stream
from replay.checks import (
    RECEIPTS,
    SEALED,
    Check,
    Verdict,
    chain_check,
    choices_check,
    derived_check,
    sealed_check,
    sums_check,
    unlike,
)
from replay.clock import Clocked, clock_check
from replay.games import SETTLED, VOIDED, Opened, opened_by
from replay.linked import Fact, Homes, unlike_home
from replay.receipts import (
    Acknowledged,
    Ends,
    LookUp,
    acknowledged,
    acknowledged_ends,
    begun_otherwise,
    judged,
)
from replay.rederive import Decided, Difference, Rederivation, rederive


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was found out about a stored round.

    `unlike_home` says that the acknowledgements differ in what its table or match tells of it.
    """

    round: str
    stored: int
    recorded: tuple[Recorded, ...]
    derived: Rederivation
    checks: tuple[Check, ...]
    unlike_home: bool = False

    @property
    def proven(self) -> bool:
        """Whether every check is fine; that views lag behind the log is no fault of a round's."""
        return all(check.verdict in {Verdict.OK, Verdict.NOT_YET} for check in self.checks)

    @property
    def first_wrong(self) -> Check | None:
        """The check that names the earliest wrong place."""
        wrong = [check for check in self.checks if check.verdict is Verdict.DIFFERENCE]
        return min(wrong, key=lambda check: check.version or 2**63, default=None)

    @property
    def difference(self) -> Difference | None:
        """The fact or the choice of the clock's that differs, the earlier one of the two."""
        found = [one for one in (self.derived.difference, self.derived.choice) if one is not None]
        return min(found, key=lambda one: one.version, default=None)

    @property
    def opened(self) -> Opened | None:
        """What the round's first fact opened, if that could be read."""
        return opened_by(self.recorded[0].event) if self.recorded else None

    @property
    def status(self) -> str:
        """The round's status as far as it could be derived: settled, voided, open or unknown."""
        decisions = self.derived.decisions
        if not decisions:
            return "unknown"
        last = type(decisions[-1].facts[-1])
        return "settled" if last in SETTLED else "voided" if last in VOIDED else "open"


class Memory(NamedTuple):
    """What is remembered of commands: given ones, and how far streams were acknowledged.

    `ends` is asked how far streams were acknowledged in the log, `sealed` why cards of a stream are
    sealed, `fact` for an event of the round's table or match.
    """

    accepted: LookUp
    ends: Callable[[], Ends]
    fact: Fact
    sealed: Callable[[str], str] = lambda _: SEALED


def prove(log: Log, round_id: str, ends: Ends | None = None) -> Proof | None:
    """Read a round's stream and check it; None if there is no such round.

    `ends` is what `acknowledged_ends` found in the whole log, before: whoever proves many rounds
    looks once. What is written while this runs is no difference.
    """
    stream, known, until = round_stream(round_id), ends, log.last_position()
    rows = log.read_stored(stream) if is_text(stream) else []
    if not rows:
        return None

    def ends_of_stream() -> Ends:
        return acknowledged_ends(log, stream, until) if known is None else known

    memory = Memory(log.accepted, ends_of_stream, log.fact, lambda stream: why_sealed(log, stream))
    return prove_rows(round_id, rows, memory, log.codec, log.read_stored(clock_stream(round_id)))


def prove_rows(
    round_id: str,
    rows: Sequence[Stored],
    memory: Memory,
    codec: Codec = CODEC,
    beside: Sequence[Stored] = (),
) -> Proof:
    """Check the rows of a round's stream, one at least, in the order of their versions.

    `codec` has the keys. `beside` are the rows of the round's clock, read with them or after.
    """
    (recorded, fault), codec, trouble = _examined(rows, codec)
    derived = _of_this_round(rederive(recorded), round_id)
    difference = _before_fault(judged(memory.accepted, recorded, derived.difference), fault)
    wrong = fault or difference
    # Without deciding it again nobody knows whether the last decision is all there.
    compared = derived.decisions[:-1] if derived.closed and wrong else derived.decisions
    asked = Asked(round_stream(round_id), recorded, compared, codec)
    known = _known(memory, asked, derived, wrong)
    receipts = _acknowledged(memory, asked, known, wrong)
    clocked = Clocked(round_id, recorded, derived.decisions, known.clocked, memory.accepted)
    checks = (
        chain_check(recorded, fault),
        derived_check(derived.decisions, difference, fault)
        if wrong is not None or not derived.closed
        else sealed_check(derived.decisions, trouble or memory.sealed(asked.stream)),
        choices_check(derived, wrong),
        sums_check([fact for one in derived.decisions for fact in one.facts], wrong),
        receipts,
        *clock_check(beside, clocked, receipts.version if wrong is None else wrong.version),
    )
    proof = Proof(
        round=round_id,
        stored=len(rows),
        recorded=recorded,
        derived=msgspec.structs.replace(derived, difference=difference),
        checks=checks,
        unlike_home=known.odd is not None and known.odd.home,
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
    facts = (fact for one in sound for fact in one.facts)
    state = derived.state if derived.closed else ROUND.fold(facts)
    cut = msgspec.structs.replace(derived, decisions=sound, state=state)
    return msgspec.structs.replace(proof, derived=cut)


def why_sealed(log: Log, stream: str) -> str:
    """Return why cards of a round are sealed: its keys were erased, or are not here."""
    try:
        erasure = erasure_of(log, stream)
    except LogError:  # it is damaged itself, and this is about the round
        erasure = None
    if erasure is None:
        return SEALED
    envelope = erasure.recorded.envelope
    when = envelope.recorded_at.isoformat(timespec="seconds")
    return f"cards were erased on {when} by {envelope.actor}: {erasure.event.reason}"


class _Examination(NamedTuple):
    """Rows that were examined, with which keys, and why those were not all."""

    examined: Examined
    codec: Codec
    trouble: str | None


def _examined(rows: Sequence[Stored], codec: Codec) -> _Examination:
    """Examine rows, without any keys if one of theirs cannot be used."""
    try:
        return _Examination(examine(rows, codec), codec, None)
    except DataKeyError as error:
        without = codec.with_keys(None)
        return _Examination(examine(rows, without), without, f"cards are sealed: {error}")


def is_text(name: str) -> bool:
    """Say whether a name can stand in a database: an argument may hold any bytes."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _of_this_round(derived: Rederivation, round_id: str) -> Rederivation:
    """A stream holds the round that it is named for, or nothing of it counts."""
    first = derived.decisions[0].facts[0] if derived.decisions else None
    opened = opened_by(first)
    if opened is None or opened.round == round_id:
        return derived
    difference = Difference(version=1, reason="it opens another round", stored=first)
    return Rederivation(decisions=(), state=ROUND.initial, difference=difference)


def _before_fault(difference: Difference | None, fault: Fault | None) -> Difference | None:
    # What is missing from the fault on is the fault's doing, not a difference of its own.
    if difference is None or fault is None or difference.version < fault.version:
        return difference
    return None


class Asked(NamedTuple):
    """What is to be compared with the acknowledgements."""

    stream: str
    recorded: Sequence[Recorded]
    decisions: Sequence[Decided]
    codec: Codec


def _known(
    memory: Memory, asked: Asked, derived: Rederivation, wrong: Fault | Difference | None
) -> Acknowledged:
    """Compare all decisions that are sound, and of the one in which something is wrong its command.

    What was changed may be that command: then the first fact that does not follow from it is not
    the first wrong place. A round in which nothing is wrong is compared with its home as well.
    """
    known = acknowledged(memory.accepted, *asked)
    if known.odd is not None:
        return known
    if wrong is None:
        homes = Homes(memory.fact, asked.codec)
        return known._replace(odd=unlike_home(homes, known.shared, derived))
    sound = asked.decisions[-1].last if asked.decisions else 0
    if sound == len(asked.recorded):
        return known
    begun = asked.recorded[sound]
    return known._replace(odd=begun_otherwise(memory.accepted, asked.stream, begun, asked.codec))


def _acknowledged(
    memory: Memory,
    asked: Asked,
    known: Acknowledged,
    wrong: Fault | Difference | None,
) -> Check:
    odd = known.odd
    if odd is not None:
        return unlike(f"event {odd.version}: {odd.reason}", odd.version)
    if wrong is not None:
        detail = f"it is before event {wrong.version}"
        return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED, detail=detail)
    beyond, ends = len(asked.recorded) + 1, memory.ends()
    if ends.last.get(asked.stream, 0) >= beyond:
        return unlike(f"event {beyond}: it was acknowledged, and is missing", beyond)
    if ends.damaged:
        where = f"position {ends.damaged[0]} of the log"
        return unlike(f"event {beyond}: an acknowledgement is damaged, at {where}", beyond)
    detail = f"{len(asked.decisions)} acknowledged commands"
    if known.sealed:
        unasked = f"{detail} agree; what {known.sealed} of them asked is sealed"
        return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED, detail=unasked)
    return Check(name=RECEIPTS, verdict=Verdict.OK, detail=detail)
