"""Deciding the decks of a round again by their commands, with the house's secret or without it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.cards.card import HIDDEN
from domain.house.deck.commands import Command, CommitDeck, CommitPlayoff
from domain.house.deck.decide import finished, is_deck
from domain.house.deck.decider import DECK
from domain.house.deck.events import DeckCommitted, Event
from domain.house.deck.state import Cut, Cutting, State, Uncommitted
from domain.house.origins import house_may
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal
from domain.kernel.text import text, word
from domain.log.envelope import Recorded
from replay.receipts import Odd
from replay.rederive import Decided, same_decision

SEALED: Final = (HIDDEN,)
"""What stands for a secret whose key is not here."""


# What bytes that no house has written can make of the rules: no hex, no pack, no seat, no secret.
_FAILURES: Final = (ValueError, LookupError, OverflowError, AssertionError)


class Again(NamedTuple):
    """Decks decided again, up to what is `odd` in them: the decisions, and the state of each stage.

    `sealed` says of how many decks the secret is not here, so that their roots were taken as they
    are stored.
    """

    decisions: Sequence[Decided]
    stages: Sequence[Cutting | Cut]
    sealed: int
    odd: Odd | None


def decks_again(recorded: Sequence[Recorded]) -> Again:
    """Decide every command of a deck's stream again, and compare every fact with the stored one."""
    decisions: list[Decided] = []
    stages: dict[int, Cutting | Cut] = {}
    state: State = DECK.initial
    place, sealed = 0, 0
    while place < len(recorded):
        first = recorded[place]
        decided = _decided(state, first)
        if isinstance(decided, str):
            return Again(decisions, [*stages.values()], sealed, Odd(place + 1, decided))
        odd = _unlike(decided.facts, recorded, place)
        if odd is not None:
            return Again(decisions, [*stages.values()], sealed, odd)
        sealed += bool(first.sealed)
        decisions.append(Decided(place + 1, first.envelope, decided.facts))
        state, place = decided.state, place + len(decided.facts)
        if isinstance(state, Cutting | Cut):
            stages[state.deck.stage] = state
    return Again(decisions, [*stages.values()], sealed, None)


def _decided(state: State, first: Recorded) -> Decision[State, Event] | str:
    """Return the decision that a first fact's command asks for, or why that is none."""
    try:
        return _as_asked(state, first)
    except _FAILURES:
        return text("its command asks for what cannot be")


def _as_asked(state: State, first: Recorded) -> Decision[State, Event] | str:
    command = first.envelope.command
    if not isinstance(command, Command):
        return text("no command asks for this fact")
    if not house_may(command, first.envelope.origin):
        return text("its command cannot come from {origin}", origin=word(first.envelope.origin))
    if isinstance(command, CommitDeck | CommitPlayoff) and first.sealed:
        return _taken(state, command, first.event)
    decided = DECK.decide(state, command)
    if isinstance(decided, Refusal):
        return text(
            "its command is refused ({code}, rule {rule})",
            code=decided.code,
            rule=word(decided.rule),
        )
    return decided


def _taken(
    state: State, command: CommitDeck | CommitPlayoff, fact: object
) -> Decision[State, Event] | str:
    """Take a root as it is stored, for it cannot be made again without the secret."""
    fixed: CommitDeck | DeckCommitted | None
    if isinstance(command, CommitDeck):
        if not is_deck(command):
            return text("its command is refused (bad_deck, rule H6.1)")
        fixed, stage, fits = command, 0, isinstance(state, Uncommitted)
    else:
        last = state.deck if isinstance(state, Cut) else None
        fixed, stage, fits = (
            last,
            command.stage,
            last is not None and command.stage == last.stage + 1,
        )
    if fixed is None or not fits or not isinstance(fact, DeckCommitted):
        return text("its command is refused (deck_committed_already, rule H6.1)")
    deck = DeckCommitted(
        round=fixed.round,
        venue=fixed.venue,
        stage=stage,
        cards=fixed.cards,
        root=fact.root,
        cutters=command.cutters,
        seconds=fixed.seconds,
        secret=SEALED,
    )
    after = DECK.evolve(state, deck)
    if not isinstance(after, Cutting) or after.waits:
        return Decision((deck,), after)
    cut = finished(after)
    return Decision((deck, cut), DECK.evolve(after, cut))


def _unlike(facts: Sequence[Event], recorded: Sequence[Recorded], place: int) -> Odd | None:
    """Return the first fact of a decision that is not stored as the rules make it."""
    for offset, fact in enumerate(facts):
        version = place + offset + 1
        if version > len(recorded):
            return Odd(version, text("the fact is missing"))
        found = recorded[version - 1]
        if found.event != fact:
            return Odd(version, text("it is not what the rules make of the command"))
        if offset and not same_decision(recorded[place].envelope, found.envelope):
            return Odd(version, text("it does not bear the marks of its decision"))
    return None
