"""The turns in which the seats of a round cut its decks, for its clock (H6.4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.house.deck.commands import MissCut
from domain.house.deck.events import CutMissed, DeckCommitted
from domain.log.envelope import Recorded
from replay.decks.again import Again
from replay.decks.decked import Decked


class CutTurn(NamedTuple):
    """A turn of so many `seconds`, which event `first` of the decks opened."""

    first: int
    seconds: int


class Missed(NamedTuple):
    """What the clock did to go on without a seat, and the event of the round it belongs to."""

    turn: str
    recorded: Recorded
    version: int


class Cutting(NamedTuple):
    """The turns of a round's decks by name, and the cuts that the clock did not wait for."""

    turns: Mapping[str, CutTurn]
    missed: Sequence[Missed]


NO_CUTTING = Cutting({}, ())


def cutting(decked: Decked, recorded: Sequence[Recorded], again: Again) -> Cutting:
    """Return the turns of decks that were decided again."""
    return Cutting(dict(_turns(again)), tuple(_missed(decked, recorded, again)))


def _turns(again: Again) -> Iterator[tuple[str, CutTurn]]:
    for decision in again.decisions:
        fact = decision.facts[0]
        if isinstance(fact, DeckCommitted) and any(one.anchor for one in fact.cutters):
            yield turn_named(fact.stage), CutTurn(decision.first, fact.seconds)


def _missed(decked: Decked, recorded: Sequence[Recorded], again: Again) -> Iterator[Missed]:
    for decision in again.decisions:
        fact = decision.facts[0]
        if isinstance(decision.envelope.command, MissCut) and isinstance(fact, CutMissed):
            version = decked.version(decision.first)
            yield Missed(turn_named(fact.stage), recorded[decision.first - 1], version)


def turn_named(stage: int) -> str:
    """Return the name of the turn in which the deck of a stage is cut."""
    return f"{stage}.cutting"
