"""Comparing decks with their round: bound to in time, cut by the right values, dealt after it."""

from collections.abc import Iterator, Mapping, Sequence

from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.events import CutMissed, CutRevealed, DeckCommitted, DeckCut
from domain.kernel.text import text
from domain.log.accepted import Remembered
from domain.log.envelope import Recorded
from domain.log.store import Asked
from domain.log.streams import round_stream
from replay.decks.again import Again
from replay.decks.anchors import Had
from replay.decks.decked import Decked, Stage, stage_dealt
from replay.places import MOVED, Places
from replay.receipts import Odd
from replay.rederive import Decided, same_decision


class Comparison:
    """The decks of a round, decided again, beside the round. Versions of odds are the round's."""

    def __init__(self, decked: Decked, recorded: Sequence[Recorded], again: Again) -> None:
        self._decked = decked
        self._recorded = recorded
        self._again = again
        asked = [_key(one) for one in again.decisions]
        self._remembered: Mapping[Asked, Remembered] = (
            decked.memory.accepted(asked) if asked else {}
        )

    def odds(self, stored: int) -> Iterator[Odd]:
        """Yield what is wrong with `stored` rows of decks, and where they and the round part."""
        yield from self._missing(stored)
        if self._again.odd is not None:
            yield self.odd(*self._again.odd[:2])
        yield from self._unacknowledged()
        yield from self._commitments()
        yield from self._unanchored()
        yield from self._early()

    def odd(self, version: int, reason: str) -> Odd:
        """Say what is wrong with an event of the decks, at the event of the round it belongs to."""
        return Odd(
            self._decked.version(version),
            text("event {version} of its deck: {reason}", version=version, reason=reason),
        )

    def _missing(self, stored: int) -> Iterator[Odd]:
        """Yield decisions of the round whose deck is not there, or is another."""
        for one in self._decked.shared:
            part = self._decked.part(one)
            if part.last > stored:
                yield Odd(one.decision.first, text("its deck was acknowledged, and is missing"))
            elif part.last <= len(self._recorded) and (
                self._recorded[part.last - 1].hash.hex() != part.hash
            ):
                yield Odd(one.decision.first, text("another deck of it was acknowledged"))

    def _unacknowledged(self) -> Iterator[Odd]:
        places = Places()
        for decision in self._again.decisions:
            found = self._remembered.get(_key(decision))
            rows = self._recorded[decision.first - 1 : decision.last]
            if found is None:
                yield self.odd(
                    decision.first, text("its command is not among the acknowledged ones")
                )
                return
            if not self._agrees(found, decision):
                yield self.odd(
                    decision.first, text("its command was acknowledged with other facts")
                )
                return
            astray = places.astray(rows, found.recorded.position)
            if astray is not None:
                yield self.odd(astray, MOVED)
                return

    def _agrees(self, found: Remembered, decision: Decided) -> bool:
        results, stream = found.event.results, self._decked.stream
        last = self._recorded[decision.last - 1].hash.hex()
        parts = [(one.first, one.last, one.hash) for one in results if one.stream == stream]
        if parts != [(decision.first, decision.last, last)]:
            return False
        if not same_decision(decision.envelope, found.recorded.envelope):
            return False
        command = decision.envelope.command
        if not isinstance(command, RevealCut | MissCut):  # what is brought was asked elsewhere
            return True
        asked = self._decked.codec.input_of(stream, command)
        return results[0].stream == stream and asked == found.event.input

    def _commitments(self) -> Iterator[Odd]:
        """H6.1: every stage has one deck, committed to in the decision that opens the stage."""
        stages = {stage.number: stage for stage in self._decked.stages()}
        rows = {one.decision.first: self._decked.part(one).first for one in self._decked.shared}
        committed: set[int] = set()
        for version, fact in self._facts():
            if not isinstance(fact, DeckCommitted):
                continue
            stage = stages.get(fact.stage)
            if stage is None and self._is_young(version):
                return  # it was written while this was read
            if stage is None or rows.get(stage.decision.first) != version:
                yield self.odd(version, text("no decision of the round opened its stage with it"))
                return
            committed.add(fact.stage)
            reason = self._unfit(fact, stage, version)
            if reason is not None:
                yield self.odd(version, reason)
        for number, stage in stages.items():
            if number not in committed and self._again.odd is None:
                yield Odd(
                    stage.decision.first,
                    text("stage {number} has no committed deck", number=number),
                )

    def _is_young(self, version: int) -> bool:
        """Say whether the round's part of a decision lies behind what was read of the round."""
        decision = next(one for one in self._again.decisions if one.first <= version <= one.last)
        found = self._remembered.get(_key(decision))
        own = round_stream(self._decked.round)
        firsts = [one.first for one in found.event.results if one.stream == own] if found else []
        return firsts != [] and firsts[0] > len(self._decked.recorded)

    def _unfit(self, fact: DeckCommitted, stage: Stage, version: int) -> str | None:
        """Say why a deck is not one for its stage, with the anchors that its seats had then."""
        opened = self._decked.opened
        assert opened is not None, "a stage has an opening"
        if fact.round != self._decked.round:
            return text("it is a deck of another round")
        if fact.venue != opened.venue or fact.cards != opened.game.pack:
            return text("it is a deck of another table, match or game")
        if [(one.seat, one.player) for one in fact.cutters] != [*stage.players.items()]:
            return text("other seats are asked to cut it than are dealt in")
        for one in fact.cutters:
            had = self._had(one.player, self._position(version))
            if had is not None and had.anchor != one.anchor:
                return text("the anchor of {seat} is not the one that it had", seat=one.seat)
            wrong = None if had is None else had.wrong()
            if wrong is not None:
                return text("the anchor of {seat} {wrong}", seat=one.seat, wrong=wrong)
        return None

    def _unanchored(self) -> Iterator[Odd]:
        """H6.3, H6.4: a value that was revealed is the next anchor; a missed cut leaves none."""
        if self._decked.memory.anchor is None:
            return
        players = {
            (stage.deck.stage, one.seat): (one.player, one.anchor)
            for stage in self._again.stages
            for one in stage.deck.cutters
        }
        for decision in self._again.decisions:
            fact, found = decision.facts[0], self._remembered.get(_key(decision))
            if not isinstance(fact, CutRevealed | CutMissed) or found is None:
                continue
            player, was = players[fact.stage, fact.seat]
            after = fact.value if isinstance(fact, CutRevealed) else None
            if self._has(player, was, self._position(decision.first)) and not self._has(
                player, after, found.recorded.position or 0
            ):
                yield self.odd(decision.first, text("the anchors did not go on with it"))
                return

    def _has(self, player: str, anchor: str | None, position: int) -> bool:
        """Say whether a player had an anchor before a position, as far as anchors are at hand."""
        had = self._had(player, position)
        return had is None or had.anchor == anchor

    def _had(self, player: str, position: int) -> Had | None:
        """Return what a player had before a position, None if no anchors are at hand."""
        ask, opened = self._decked.memory.anchor, self._decked.opened
        if ask is None or opened is None or opened.venue is None:
            return None
        return ask(opened.venue, player, position)

    def _early(self) -> Iterator[Odd]:
        """H6.5: nothing is dealt of a deck before it is cut."""
        cut = {
            fact.stage: self._position(version)
            for version, fact in self._facts()
            if isinstance(fact, DeckCut)
        }
        for decision in self._decked.derived.decisions:
            stage = stage_dealt(decision.facts[0])
            if stage is None:
                continue
            at = self._decked.recorded[decision.first - 1].position or 0
            if stage not in cut or at < cut[stage]:
                yield Odd(decision.first, text("cards were dealt before the deck was cut"))
                return

    def _facts(self) -> Iterator[tuple[int, object]]:
        for decision in self._again.decisions:
            yield from enumerate(decision.facts, start=decision.first)

    def _position(self, version: int) -> int:
        return self._recorded[version - 1].position or 0


def _key(decision: Decided) -> Asked:
    return decision.envelope.actor, decision.envelope.command_id
