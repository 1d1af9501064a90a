"""A match read from the log with all of its rounds, and everything that was found out about it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.flow.address import Address, match
from domain.house.match.events import MatchOpened, MatchRoundStarted
from domain.house.match.state import Open, Over
from domain.kernel.text import text
from domain.log.envelope import Recorded
from domain.log.examine import Fault, examine
from domain.log.store import Log
from projections.store.engine import Views
from replay.books import (
    Acceptances,
    DecidedAgain,
    decided_again,
    results_of,
    unlike_acknowledged,
)
from replay.checks import DERIVED, RECEIPTS, Check, Verdict, chain_check, differs, no_more
from replay.decks.anchors import AnchorsAt
from replay.match.chain import Link, links
from replay.match.checks import Own, derived_check, openings_check, results_check, rounds_check
from replay.proof import Proof, is_text, prove
from replay.receipts import Odd
from replay.rederive import Decided
from replay.views import check_views, with_views


class MatchProof(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was found out about a match: its decisions, rounds, state and checks."""

    match: str
    stored: int
    decisions: Sequence[Decided]
    state: Any
    chain: Sequence[Link]
    checks: tuple[Check, ...]

    @property
    def proven(self) -> bool:
        """Whether every check is fine; that views lag behind the log is no fault of a match's."""
        return all(check.verdict in {Verdict.OK, Verdict.NOT_YET} for check in self.checks)

    @property
    def first_wrong(self) -> Check | None:
        """The check that names the earliest wrong place."""
        wrong = [check for check in self.checks if check.verdict is Verdict.DIFFERENCE]
        return min(wrong, key=lambda check: check.version or 2**63, default=None)

    @property
    def status(self) -> str:
        """How the match stands: waiting, running, won or abandoned; unknown without an opening."""
        match self.state:
            case Over(winner=winner):
                return "abandoned" if winner is None else "won"
            case Open(running=running):
                return "waiting" if running is None else "running"
            case _:
                return "unknown"


def prove_match(log: Log, match_id: str, views: Views | None = None) -> MatchProof | None:
    """Read a match's stream and its rounds' and check them; None if there is no such match.

    What is written while this runs is no difference. Raises the log's and the views' errors.
    """
    address, until = match(match_id), log.last_position()
    rows = log.read_stored(address.stream) if is_text(match_id) else []
    if not rows:
        return None
    recorded, fault = examine(rows, log.codec)
    results = results_of(log, address.stream, until)
    again = _of_this_match(decided_again(address, recorded), match_id)
    chain = tuple(links(again.decisions, _proofs(log, views, again.decisions)))
    odd = unlike_acknowledged(log, rows, recorded, again, Acceptances(results, until))
    wrong = min((one.version for one in (fault, again.odd, odd) if one is not None), default=None)
    own = Own(wrong, len(rows))
    checks = (
        chain_check(recorded, fault),
        _derived(again, fault),
        _receipts(odd, wrong, len(results)),
        rounds_check(chain, own),
        openings_check(again.state, chain),
        results_check(chain, until, own),
        *_views(log, views, address, recorded if wrong is None else None),
    )
    return MatchProof(
        match=match_id,
        stored=len(rows),
        decisions=again.decisions,
        state=again.state,
        chain=chain,
        checks=checks,
    )


def _of_this_match(again: DecidedAgain, match_id: str) -> DecidedAgain:
    """A stream holds the match that it is named for, or nothing of it counts."""
    opened = again.decisions[0].facts[0] if again.decisions else None
    if not isinstance(opened, MatchOpened) or opened.match == match_id:
        return again
    initial = match(match_id).decider.initial
    return DecidedAgain((), initial, Odd(1, text("it opens another match")))


def _proofs(
    log: Log, views: Views | None, decisions: Sequence[Decided]
) -> Mapping[str, Proof | None]:
    """Prove every round of a match."""
    facts = (fact for decision in decisions for fact in decision.facts)
    rounds = [fact.round for fact in facts if isinstance(fact, MatchRoundStarted)]
    anchor = AnchorsAt(log)
    proofs = {round_id: prove(log, round_id, anchor=anchor) for round_id in rounds}
    return {
        round_id: None if proof is None else with_views(proof, log, views)
        for round_id, proof in proofs.items()
    }


def _derived(again: DecidedAgain, fault: Fault | None) -> Check:
    """What cannot be read from a fault on is the fault's doing, not a difference of its own."""
    odd = again.odd
    if fault is None or (odd is not None and odd.version < fault.version):
        return derived_check(again.decisions, odd)
    facts = sum(len(one.facts) for one in again.decisions)
    detail = text(
        "{decisions} decisions, {facts} facts before event {version}",
        decisions=len(again.decisions),
        facts=facts,
        version=fault.version,
    )
    return Check(
        name=DERIVED,
        verdict=Verdict.UNCHECKED,
        detail=text("{detail}, nothing after it", detail=detail),
    )


def _receipts(odd: Odd | None, wrong: int | None, commands: int) -> Check:
    if odd is not None and odd.version == wrong:
        return differs(RECEIPTS, odd.version, odd.reason)
    if wrong is not None:
        detail = text("it is before event {version}", version=wrong)
        return Check(name=RECEIPTS, verdict=Verdict.UNCHECKED, detail=detail)
    detail = no_more(text("{commands} acknowledged commands", commands=commands))
    return Check(name=RECEIPTS, verdict=Verdict.OK, detail=detail)


def _views(
    log: Log, views: Views | None, address: Address, recorded: Sequence[Recorded] | None
) -> tuple[Check, ...]:
    if views is None:
        return ()
    return (check_views(views, log, {address.stream: recorded})[address.stream],)
