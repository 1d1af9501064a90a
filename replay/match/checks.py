"""The checks on a match: its own stream, each round of it, and that they tell the same."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.flow import matches
from domain.games.rounds import ROUND
from domain.house.match.state import Known
from domain.kernel.text import text
from domain.shengji.events import RoundOpened
from replay.checks import DERIVED, Check, Verdict, differs
from replay.linked import same_marks
from replay.match.chain import Link
from replay.receipts import Odd
from replay.rederive import Decided
from replay.shengji.home import Match

ROUNDS: Final = text("every round is proven")
OPENINGS: Final = text("each round opens from the match as it stood")
RESULTS: Final = text("each result came back to the match")
_HOME: Final = Match()


def derived_check(decisions: Sequence[Decided], odd: Odd | None) -> Check:
    """Every fact of the match decided again, up to the first difference."""
    if odd is not None:
        return differs(DERIVED, odd.version, odd.reason)
    facts = sum(len(one.facts) for one in decisions)
    detail = text("{decisions} decisions, {facts} facts", decisions=len(decisions), facts=facts)
    return Check(name=DERIVED, verdict=Verdict.OK, detail=detail)


class Own(NamedTuple):
    """The match's own stream: its first event that is wrong, None for none, and how many it has."""

    wrong: int | None
    stored: int

    @property
    def missing(self) -> int:
        """Where an end should stand that the match does not tell."""
        return self.stored + 1 if self.wrong is None else self.wrong


def rounds_check(chain: Sequence[Link], own: Own) -> Check:
    """Every round, as `replay round` proves it.

    A round in which something is wrong is named by its start. One that is sound, and of which the
    match tells another end, is named by that end: there is nothing wrong before it. Views are no
    event's fault, and come last.
    """
    unchecked, in_views = 0, None
    for link in chain:
        name, proof = text("round {round}", round=link.started.round), link.proof
        if proof is None:
            return differs(ROUNDS, link.start.version, text("{round} is missing", round=name))
        wrong = proof.first_wrong
        told = "" if wrong is None else _of_round(name, wrong)
        if wrong is not None and wrong.version is not None:
            return differs(ROUNDS, _place(link, wrong.version, own), told)
        if wrong is not None and in_views is None:
            in_views = Check(name=ROUNDS, verdict=Verdict.DIFFERENCE, detail=told)
        unchecked += not proof.proven
    if in_views is not None:
        return in_views
    if unchecked:
        detail = text(
            "{unchecked} of {rounds} rounds were not checked in full",
            unchecked=unchecked,
            rounds=len(chain),
        )
        return Check(name=ROUNDS, verdict=Verdict.UNCHECKED, detail=detail)
    return Check(name=ROUNDS, verdict=Verdict.OK, detail=text("{rounds} rounds", rounds=len(chain)))


def _of_round(name: str, wrong: Check) -> str:
    return text("{round}: {check}: {detail}", round=name, check=wrong.name, detail=wrong.detail)


def _place(link: Link, version: int, own: Own) -> int:
    """Return where in the match's stream it shows that a round is wrong at one of its events."""
    if link.proof is None or not link.proof.unlike_home or version == 1:
        return link.start.version
    return own.missing if link.end is None else link.end.version


def openings_check(state: object, chain: Sequence[Link]) -> Check:
    """M4: players, settings, levels and dealer of each round are those of the match."""
    for link in chain:
        if not _opened_so(state, link):
            reason = text("round {round} was not opened so", round=link.started.round)
            return differs(OPENINGS, link.start.version, reason)
    return Check(
        name=OPENINGS, verdict=Verdict.OK, detail=text("{rounds} rounds", rounds=len(chain))
    )


def _opened_so(state: object, link: Link) -> bool:
    if not isinstance(state, Known) or link.proof is None or not link.proof.recorded:
        return False
    first = link.proof.recorded[0]
    asked = matches.opening(state.match, state.settings, link.started)
    same = same_marks(first.envelope, link.start.envelope)
    return isinstance(first.event, RoundOpened) and first.envelope.command == asked and same


def results_check(chain: Sequence[Link], until: int, own: Own) -> Check:
    """M6: what each round came to is what the match took over.

    A round that ended behind position `until` may have told the match after this was read. What
    stands in the match from the first wrong event on is not known.
    """
    compared, wrong = 0, own.wrong
    for link in chain:
        if wrong is not None and link.ended is None:
            continue
        odd = next(_unlike(link, until, own), None)
        if odd is not None:
            return differs(
                RESULTS,
                odd.version,
                text("round {round} {reason}", round=link.started.round, reason=odd.reason),
            )
        compared += link.ended is not None
    if wrong is not None:
        detail = text("{compared} did before event {version}", compared=compared, version=wrong)
        return Check(name=RESULTS, verdict=Verdict.UNCHECKED, detail=detail)
    return Check(
        name=RESULTS, verdict=Verdict.OK, detail=text("{results} results", results=compared)
    )


def _unlike(link: Link, until: int, own: Own) -> Iterator[Odd]:
    proof = link.proof
    if proof is None or proof.first_wrong is not None or proof.derived.closed:
        return  # what is wrong there, or sealed, is told of the round itself
    over, last = ROUND.is_terminal(proof.derived.state), proof.recorded[-1]
    if link.ended is None or link.end is None:
        if over and (last.position or 0) <= until:
            yield Odd(own.missing, text("is over, and the match has not heard of it"))
        return
    if not over:
        yield Odd(link.end.version, text("is not over, as the match has it"))
        return
    same = same_marks(link.end.envelope, proof.derived.decisions[-1].envelope)
    if not same or not _HOME.tells_end(proof.derived.state, link.started, link.end.part):
        yield Odd(link.end.version, text("did not end as the match tells it"))
