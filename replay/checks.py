"""The single checks on a stored round, each a line: chain, derived facts, points, receipts."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from domain.kernel.decider import Event, Origin
from domain.kernel.text import Text, text, word
from domain.log.envelope import Recorded
from domain.log.examine import Fault
from replay.games import TOLD, told_as
from replay.rederive import Decided, Difference, Rederivation


class Verdict(StrEnum):
    """What a check came to. `unchecked` is neither: it could not be made, or not to its end.

    Something before it was wrong already, or cards are sealed and their keys are not here. `partly`
    is said of a bundle only: it was made as far as the bundle's viewer may know the round.
    `no_committed_deck` is not its fault: the round is from a record, or older than such decks.
    """

    OK = "ok"
    DIFFERENCE = "difference"
    UNCHECKED = "unchecked"
    NOT_YET = "not_yet_projected"
    UNCOVERED = "not_yet_covered"
    PARTLY = "partly"
    NO_DECK = "no_committed_deck"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One check in a line. `version` is the first wrong place, where there is one."""

    name: str
    verdict: Verdict
    detail: str
    version: int | None = None


CHAIN: Final = text("chain unbroken")
DERIVED: Final = text("every fact re-decided equals the stored one")
CHOICES: Final = text("the clock did what the rules do for a late seat")
SUMS: Final = tuple(one.sums for one in TOLD)
RECEIPTS: Final = text("what was acknowledged is what is stored")
VIEWS: Final = text("views and ledgers equal the events")
DEADLINES: Final = text("deadlines follow the settings, and the clock waited for them")
COMMITTED: Final = text("deck committed before it was cut, and the cuts fit their anchors")
DEALT: Final = text("deal follows from the committed deck and cut")
FINE: Final = frozenset(
    {Verdict.OK, Verdict.NOT_YET, Verdict.UNCOVERED, Verdict.NO_DECK, Verdict.PARTLY}
)
"""The verdicts with which a round is proven."""
COVERED: Final = text("covered by a checkpoint")
SEALED: Final = text("cards are sealed and the key is not here")


def differs(name: str, version: int, reason: str) -> Check:
    """A check that found something wrong at an event."""
    detail = text("event {version}: {reason}", version=version, reason=reason)
    return Check(name=name, verdict=Verdict.DIFFERENCE, detail=detail, version=version)


def chain_check(recorded: Sequence[Recorded], fault: Fault | None) -> Check:
    """The chain of hashes, up to the first fault."""
    if fault is not None:
        return differs(CHAIN, fault.version, word(fault.kind.replace("_", " ")))
    detail = text(
        "{events} events, last hash {hash}", events=len(recorded), hash=recorded[-1].hash.hex()
    )
    return Check(name=CHAIN, verdict=Verdict.OK, detail=detail)


def derived_check(
    decisions: Sequence[Decided],
    difference: Difference | None,
    fault: Fault | None,
) -> Check:
    """Every fact decided again, up to the first difference."""
    if difference is not None:
        return differs(DERIVED, difference.version, difference.reason)
    detail = text(
        "{decisions} decisions, {facts} facts",
        decisions=len(decisions),
        facts=sum(len(one.facts) for one in decisions),
    )
    if fault is not None:
        unread = text(
            "{detail} before event {version}, nothing after it",
            detail=detail,
            version=fault.version,
        )
        return Check(name=DERIVED, verdict=Verdict.UNCHECKED, detail=unread)
    return Check(name=DERIVED, verdict=Verdict.OK, detail=detail)


def sealed_check(decisions: Sequence[Decided], why: str) -> Check:
    """What could not be decided again, and why."""
    facts = sum(len(one.facts) for one in decisions)
    detail = text(
        "{why}; {decisions} decisions, {facts} facts",
        why=why,
        decisions=len(decisions),
        facts=facts,
    )
    return Check(name=DERIVED, verdict=Verdict.UNCHECKED, detail=detail)


def choices_check(derived: Rederivation, wrong: Fault | Difference | None) -> Check:
    """What the clock did for late seats, as far as the round was decided again."""
    choice = derived.choice
    if choice is not None:
        return differs(CHOICES, choice.version, choice.reason)
    by_clock = sum(one.envelope.origin is Origin.CLOCK for one in derived.decisions)
    if wrong is not None:
        detail = text("it did before event {version}", version=wrong.version)
    elif derived.closed and by_clock:
        detail = text(
            "{decisions} decisions of the clock were not decided again", decisions=by_clock
        )
    else:
        return Check(
            name=CHOICES,
            verdict=Verdict.OK,
            detail=text("{decisions} decisions of the clock", decisions=by_clock),
        )
    return Check(name=CHOICES, verdict=Verdict.UNCHECKED, detail=detail)


def sums_check(facts: Sequence[Event], wrong: Fault | Difference | None) -> Check:
    """Plain sums of the facts, named as the round's game has them; the first game's for none."""
    game = told_as(facts[0]) if facts else TOLD[0]
    gap = game.first_gap(facts)
    if gap is not None:
        return differs(game.sums, *gap)
    if wrong is not None:
        detail = text("they do before event {version}", version=wrong.version)
        return Check(name=game.sums, verdict=Verdict.UNCHECKED, detail=detail)
    return Check(name=game.sums, verdict=Verdict.OK, detail=text("{facts} facts", facts=len(facts)))


def unlike(detail: str, version: int) -> Check:
    """The acknowledgements say something else, or more."""
    return Check(name=RECEIPTS, verdict=Verdict.DIFFERENCE, detail=detail, version=version)


def no_more(detail: str) -> Text:
    """Say that nothing else was acknowledged, and that this was found out by the index."""
    return text("{detail}; by its index the log acknowledges no more", detail=detail)
