"""The checks on one stored round: chain, derived facts, points, and what was acknowledged."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from domain.games.rounds import ROUND
from domain.games.status import Status
from domain.house.clock.events import ClockResumed, ClockStopped
from domain.house.deck.state import Cut, Cutting
from domain.kernel.text import text
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Recorded, Stored
from domain.log.examine import Fault
from domain.log.store import Log
from domain.log.streams import round_stream
from domain.shengji import commands as shengji
from domain.sizhidao import commands as sizhidao
from replay.alongside import Derived, alongside
from replay.asked import Asked, known_of, receipts_check
from replay.checks import (
    FINE,
    Check,
    Verdict,
    chain_check,
    choices_check,
    derived_check,
    sealed_check,
    sums_check,
)
from replay.decks.anchors import Anchor
from replay.examining import examined
from replay.games import SETTLED, VOIDED, Opened, opened_by
from replay.memory import NOTHING, Beside, Memory, memory_of, rows_beside
from replay.receipts import (
    Ends,
    acknowledged_ends,
    judged,
)
from replay.rederive import Difference, Rederivation, rederive

VOIDED_FOR: Final = (sizhidao.VoidRoundFor, shengji.VoidRoundFor)
TURNS: Final = (ClockStopped, ClockResumed)
"""The facts by which a round is interrupted, and goes on."""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was found out about a stored round.

    `clock` are the sound events of its clock (H5, H8), `decks` its committed decks, one a stage, as
    they are stored. `unlike_home` says that the acknowledgements differ in what its table or match
    tells of it.
    """

    round: str
    stored: int
    recorded: tuple[Recorded, ...]
    derived: Rederivation
    checks: tuple[Check, ...]
    clock: tuple[Recorded, ...] = ()
    decks: Sequence[Cutting | Cut] = ()
    unlike_home: bool = False

    @property
    def proven(self) -> bool:
        """Whether every check is fine; lagging views and an old round are no fault of a round's."""
        return all(check.verdict in FINE for check in self.checks)

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
        """How the round stands as far as it could be derived; `unknown` if that is nothing."""
        decisions = self.derived.decisions
        if not decisions:
            return "unknown"
        last = type(decisions[-1].facts[-1])
        if last in SETTLED | VOIDED:
            return Status.COMPLETE if last in SETTLED else Status.VOIDED
        return Status.OPEN if self._stop is None else Status.INTERRUPTED

    @property
    def reason(self) -> str | None:
        """Why the round is interrupted, or was voided, as far as that is told (H8)."""
        if self.status == Status.INTERRUPTED and self._stop is not None:
            return self._stop.reason
        last = self.derived.decisions[-1].envelope.command if self.derived.decisions else None
        return last.reason if isinstance(last, VOIDED_FOR) else None

    @property
    def _stop(self) -> ClockStopped | None:
        turned = [one.event for one in self.clock if isinstance(one.event, TURNS)]
        return turned[-1] if turned and isinstance(turned[-1], ClockStopped) else None


def prove(
    log: Log, round_id: str, ends: Ends | None = None, anchor: Anchor | None = None
) -> Proof | None:
    """Read a round's stream and check it; None if there is no such round.

    `ends` is what `acknowledged_ends` found in the whole log, before, and `anchor` an `AnchorsAt`:
    whoever proves many rounds looks once. What is written while this runs is no difference.
    """
    stream, known, until = round_stream(round_id), ends, log.last_position()
    rows = log.read_stored(stream) if is_text(stream) else []
    if not rows:
        return None

    def ends_of_stream() -> Ends:
        return acknowledged_ends(log, stream, until) if known is None else known

    memory = memory_of(log, ends_of_stream, anchor)
    return prove_rows(round_id, rows, memory, log.codec, rows_beside(log, round_id))


def prove_rows(
    round_id: str,
    rows: Sequence[Stored],
    memory: Memory,
    codec: Codec = CODEC,
    along: Beside = NOTHING,
) -> Proof:
    """Check the rows of a round's stream, one at least, in the order of their versions.

    `codec` has the keys. `along` are the rows beside it.
    """
    found = _found(round_id, rows, memory, codec)
    derived, asked, wrong = found.derived, found.asked, found.wrong
    known = known_of(memory, asked, derived, wrong)
    receipts = receipts_check(memory, asked, known, wrong)
    first = receipts.version if wrong is None else wrong.version
    others = alongside(Derived(round_id, derived, asked, known), memory, along, first)
    proof = Proof(
        round=round_id,
        stored=len(rows),
        recorded=asked.recorded,
        derived=msgspec.structs.replace(derived, difference=found.difference),
        checks=(*_own_checks(found, memory), receipts, *others.checks),
        clock=others.clock,
        decks=others.decks,
        unlike_home=known.odd is not None and known.odd.home,
    )
    return _until_first_wrong(proof)


class _Found(NamedTuple):
    """What the rows of a round say by themselves, each command decided again."""

    asked: Asked
    derived: Rederivation
    fault: Fault | None
    difference: Difference | None
    trouble: str | None

    @property
    def wrong(self) -> Fault | Difference | None:
        return self.fault or self.difference


def _found(round_id: str, rows: Sequence[Stored], memory: Memory, codec: Codec) -> _Found:
    (recorded, fault), codec, trouble = examined(rows, codec)
    derived = _of_this_round(rederive(recorded), round_id)
    difference = _before_fault(judged(memory.accepted, recorded, derived.difference), fault)
    # Without deciding it again nobody knows whether the last decision is all there.
    cut = derived.closed and (fault or difference)
    compared = derived.decisions[:-1] if cut else derived.decisions
    asked = Asked(round_stream(round_id), recorded, compared, codec)
    return _Found(asked, derived, fault, difference, trouble)


def _own_checks(found: _Found, memory: Memory) -> tuple[Check, ...]:
    derived, wrong = found.derived, found.wrong
    return (
        chain_check(found.asked.recorded, found.fault),
        derived_check(derived.decisions, found.difference, found.fault)
        if wrong is not None or not derived.closed
        else sealed_check(derived.decisions, found.trouble or memory.sealed(found.asked.stream)),
        choices_check(derived, wrong),
        sums_check([fact for one in derived.decisions for fact in one.facts], wrong),
    )


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


def is_text(name: str) -> bool:
    """Say whether a name can stand in a database: an argument may hold any bytes."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _of_this_round(derived: Rederivation, round_id: str) -> Rederivation:
    """A stream holds the round that it is named for, or nothing of it counts."""
    first = derived.decisions[0].facts[0] if derived.decisions else None
    opened = opened_by(first)
    if opened is None or opened.round == round_id:
        return derived
    difference = Difference(version=1, reason=text("it opens another round"), stored=first)
    return Rederivation(decisions=(), state=ROUND.initial, difference=difference)


def _before_fault(difference: Difference | None, fault: Fault | None) -> Difference | None:
    # What is missing from the fault on is the fault's doing, not a difference of its own.
    if difference is None or fault is None or difference.version < fault.version:
        return difference
    return None
