"""From a command to the facts that follow in the decks of a round."""

from domain.cards.packs import PACKS
from domain.fairness.committed import Where, committed
from domain.fairness.cut import anchor_of, cut_of
from domain.house.deck import commands, refusals
from domain.house.deck.commands import Command
from domain.house.deck.events import CutMissed, CutRevealed, DeckCommitted, DeckCut, Event
from domain.house.deck.evolve import evolve
from domain.house.deck.state import Cut, Cutting, State, Uncommitted
from domain.house.hexes import is_hex
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal

Answer = Decision[State, Event] | Refusal


def decide(state: State, command: Command) -> Answer:
    """Return the facts that follow from the command in this state, or why it is refused."""
    match command:
        case commands.CommitDeck():
            return _commit(state, command)
        case commands.CommitPlayoff():
            return _commit_playoff(state, command)
        case commands.RevealCut():
            return _reveal(state, command)
        case commands.MissCut():
            return _miss(state, command)


def _commit(state: State, command: commands.CommitDeck) -> Answer:
    if not isinstance(state, Uncommitted):
        return refusals.DeckCommittedAlready()
    if not is_deck(command) or not is_hex(*command.secret):
        return refusals.BadDeck()
    where = Where(command.round, 0)
    secret = bytes.fromhex(*command.secret)
    deck = DeckCommitted(
        round=command.round,
        venue=command.venue,
        stage=0,
        cards=command.cards,
        root=committed(where, PACKS[command.cards], secret).root.hex(),
        cutters=command.cutters,
        seconds=command.seconds,
        secret=command.secret,
    )
    return _gone_on(state, deck)


def is_deck(command: commands.CommitDeck) -> bool:
    """H6.1, H6.4: say whether there is a pack of so many cards, and they are cut in the usual time.

    The secret is another matter, as not everybody has it.
    """
    return command.cards in PACKS and command.seconds == commands.CUT_SECONDS


def _commit_playoff(state: State, command: commands.CommitPlayoff) -> Answer:
    """H6.1: a playoff has a deck of the same secret; stages are committed in their order."""
    if not isinstance(state, Cut) or command.stage != state.deck.stage + 1:
        return refusals.DeckCommittedAlready()
    last = state.deck
    where = Where(last.round, command.stage)
    secret = bytes.fromhex(*last.secret)
    deck = DeckCommitted(
        round=last.round,
        venue=last.venue,
        stage=command.stage,
        cards=last.cards,
        root=committed(where, PACKS[last.cards], secret).root.hex(),
        cutters=command.cutters,
        seconds=last.seconds,
        secret=last.secret,
    )
    return _gone_on(state, deck)


def _reveal(state: State, command: commands.RevealCut) -> Answer:
    """H6.3: nothing but the value of the anchor is taken, and that once and in time."""
    if not isinstance(state, Cutting):
        return refusals.NotCutting()
    if command.seat not in state.waits:
        return refusals.NotYourCut()
    (anchor,) = (one.anchor for one in state.deck.cutters if one.seat == command.seat)
    if not is_hex(command.value) or anchor_of(bytes.fromhex(command.value)).hex() != anchor:
        return refusals.WrongCut()
    stage = state.deck.stage
    return _gone_on(state, CutRevealed(stage=stage, seat=command.seat, value=command.value))


def _miss(state: State, command: commands.MissCut) -> Answer:
    if not isinstance(state, Cutting):
        return refusals.NotCutting()
    if command.seat not in state.waits:
        return refusals.NotYourCut()
    return _gone_on(state, CutMissed(stage=state.deck.stage, seat=command.seat))


def _gone_on(state: State, fact: Event) -> Answer:
    """H6.5: with the last cut, or where no seat has an anchor, the deck is cut."""
    state = evolve(state, fact)
    if not isinstance(state, Cutting) or state.waits:
        return Decision((fact,), state)
    cut = finished(state)
    return Decision((fact, cut), evolve(state, cut))


def finished(state: Cutting) -> DeckCut:
    """H6.5: return the fact that all cuts are in, of a deck for which no seat is waited."""
    deck, seats = state.deck, tuple(one.seat for one in state.deck.cutters)
    values = {seat: bytes.fromhex(value) for seat, value in state.values.items()}
    cut = cut_of(Where(deck.round, deck.stage), bytes.fromhex(deck.root), seats, values)
    return DeckCut(stage=deck.stage, cut=cut.hex(), cuts=len(values), seats=len(seats))
