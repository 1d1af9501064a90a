"""A round, as far as its decks are compared with it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.log.accepted import Result
from domain.log.codec import Codec
from domain.log.envelope import Recorded
from domain.log.streams import deck_stream
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao
from replay.games import Opened, opened_by
from replay.memory import Memory
from replay.receipts import Shared
from replay.rederive import Decided, Rederivation


class Decked(NamedTuple):
    """A round that is sound, and those of its decisions that wrote to its decks too.

    `memory` asks the anchors of its table or match, without which they are not compared, and behind
    which position of the log every round of a table or match has decks.
    """

    round: str
    recorded: Sequence[Recorded]
    derived: Rederivation
    shared: Sequence[Shared]
    memory: Memory
    codec: Codec

    @property
    def stream(self) -> str:
        """The stream of its decks."""
        return deck_stream(self.round)

    @property
    def opened(self) -> Opened | None:
        """What its first fact opened."""
        decisions = self.derived.decisions
        return opened_by(decisions[0].facts[0]) if decisions else None

    def part(self, one: Shared) -> Result:
        """Return what a decision wrote to the decks."""
        return next(result for result in one.found.event.results if result.stream == self.stream)

    def version(self, of_deck: int) -> int:
        """Return the event of the round to which an event of its decks belongs."""
        begun = (s.decision.first for s in self.shared if self.part(s).first <= of_deck)
        return max(begun, default=1)

    def stages(self) -> Iterator["Stage"]:
        """Yield the stages of the round, each of which has a deck of its own."""
        opened = self.opened
        if opened is None:
            return
        yield Stage(0, self.derived.decisions[0], opened.players)
        for decision in self.derived.decisions:
            for fact in decision.facts:
                if isinstance(fact, sizhidao.PlayoffOpened):
                    dealt_in = {s: p for s, p in opened.players.items() if s in fact.contestants}
                    yield Stage(fact.stage, decision, dealt_in)


class Stage(NamedTuple):
    """A stage of a round, the decision that opened it, and who is dealt in."""

    number: int
    decision: Decided
    players: Mapping[Seat, str]


def stage_dealt(fact: Event) -> int | None:
    """Return the stage in which a fact tells of dealing, None if it tells of something else."""
    match fact:
        case sizhidao.CardsDealt(stage=stage):
            return stage
        case shengji.CardsDealt() | shengji.KittyDealt() | shengji.CardTurnedUp():
            return 0
        case _:
            return None
