"""The checks on a round's decks, each a line, and what of the decks is told."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.house.deck.state import Cut
from domain.house.deck.state import Cutting as BeingCut
from domain.kernel.text import text, word
from domain.log.envelope import Stored
from domain.log.streams import round_stream
from replay.checks import COMMITTED, DEALT, Check, Verdict
from replay.decks.again import Again, decks_again
from replay.decks.anchors import DamagedAnchorsError
from replay.decks.committed import Comparison
from replay.decks.dealt import compared
from replay.decks.decked import Decked
from replay.decks.turns import NO_CUTTING, Cutting, cutting
from replay.examining import examined

_NONE = text(
    "no committed deck: the round is older than such decks, or was not started by the house"
)
_UNKNOWN = text(
    "no committed deck: only its log can tell whether the round is older than such decks"
)
_MISSING = text("its table or match started it without a deck, and rounds before it had some")


class Decks(NamedTuple):
    """What was found out about the decks of a round: a deck's state for every stage that has one.

    They are told as they are stored where something is wrong.
    """

    checks: tuple[Check, ...]
    stages: Sequence[BeingCut | Cut] = ()
    turns: Cutting = NO_CUTTING


def decks_of(rows: Sequence[Stored], decked: Decked, wrong: int | None) -> Decks:
    """Check the rows of a round's decks; `wrong` is the first event of the round that is, if any.

    In that case nothing is compared.
    """
    if not rows and not decked.shared:
        return Decks((_without(decked, wrong),))
    (recorded, fault), codec, trouble = examined(rows, decked.codec)
    again = decks_again(recorded)
    if wrong is not None:
        detail = text(
            "it was not compared, for event {version} of the round is wrong", version=wrong
        )
        unchecked = (_unchecked(COMMITTED, detail), _unchecked(DEALT, detail))
        return Decks(unchecked, again.stages)
    comparison = Comparison(decked._replace(codec=codec), recorded, again)
    try:
        odds = [*comparison.odds(len(rows))]
    except DamagedAnchorsError:
        detail = text("the anchors of its table or match are damaged, and were not compared")
        return Decks((_unchecked(COMMITTED, detail), _dealt(decked, again, trouble)), again.stages)
    if fault is not None:
        odds.append(comparison.odd(fault.version, word(fault.kind.replace("_", " "))))
    turns = cutting(decked, recorded, again)
    if odds:
        first = min(odds, key=lambda odd: odd.version)
        checks = (
            _differs(COMMITTED, first.version, first.reason),
            _unchecked(
                DEALT,
                text("it was not compared, for event {version} is wrong", version=first.version),
            ),
        )
        return Decks(checks, again.stages, turns)
    checks = (_committed(decked, again, trouble), _dealt(decked, again, trouble))
    return Decks(checks, again.stages, turns)


def _without(decked: Decked, wrong: int | None) -> Check:
    """Judge a round that has no decks: H6.1 gives some to every round of a table or match."""
    opened = decked.opened
    none = Check(name=COMMITTED, verdict=Verdict.NO_DECK, detail=_NONE)
    if opened is None or opened.venue is None:
        return none
    if decked.memory.decked is None:
        return _unchecked(COMMITTED, _UNKNOWN)
    since, begun = decked.memory.decked(), decked.recorded[0].position
    if since is None or begun is None or begun < since or wrong is not None:
        return none
    return _differs(COMMITTED, 1, _MISSING) if _is_started_there(decked, opened.venue) else none


def _is_started_there(decked: Decked, venue: str) -> bool:
    """Say whether a table or match has a part in the opening: a record may name one that has not.

    Such a round is none of its own, and its end is not heard there (`replay.linked`).
    """
    envelope = decked.recorded[0].envelope
    asked = envelope.actor, envelope.command_id
    found = decked.memory.accepted([asked]).get(asked)
    return found is not None and venue in {result.stream for result in found.event.results}


def _committed(decked: Decked, again: Again, trouble: str | None) -> Check:
    cuts = sum(len(stage.values) for stage in again.stages)
    seats = sum(len(stage.deck.cutters) for stage in again.stages)
    detail = text(
        "{stages} decks, {cuts} of {seats} cuts", stages=len(again.stages), cuts=cuts, seats=seats
    )
    if again.sealed:
        detail = text(
            "{detail}; roots as they are stored: {sealed}",
            detail=detail,
            sealed=_sealed(decked, trouble),
        )
    return Check(name=COMMITTED, verdict=Verdict.OK, detail=detail)


def _dealt(decked: Decked, again: Again, trouble: str | None) -> Check:
    if again.sealed:
        return _unchecked(DEALT, _sealed(decked, trouble))
    if decked.derived.closed:
        return _unchecked(DEALT, decked.memory.sealed(round_stream(decked.round)))
    deals, wrong = compared(again.stages, decked.derived.dealt)
    if wrong is not None:
        return _differs(DEALT, wrong, text("other cards, or for another seat, than the deck deals"))
    detail = text("{deals} deals of {stages} decks", deals=deals, stages=len(again.stages))
    return Check(name=DEALT, verdict=Verdict.OK, detail=detail)


def _sealed(decked: Decked, trouble: str | None) -> str:
    return trouble or decked.memory.sealed(decked.stream)


def _unchecked(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.UNCHECKED, detail=detail)


def _differs(name: str, version: int, reason: str) -> Check:
    detail = text("event {version}: {reason}", version=version, reason=reason)
    return Check(name=name, verdict=Verdict.DIFFERENCE, detail=detail, version=version)
