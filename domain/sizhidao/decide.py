"""From a command to the facts that follow: the order of checks, and who answers for a verb."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.cards.card import CARDS
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal
from domain.sizhidao import buyin, commands, refusals, splitting
from domain.sizhidao.betting import speak
from domain.sizhidao.commands import Command
from domain.sizhidao.course import after_answer, after_bet, after_deal, after_split, simply
from domain.sizhidao.dealing import deal
from domain.sizhidao.events import Event, HandSplit
from domain.sizhidao.opening import open_round
from domain.sizhidao.settlement import void
from domain.sizhidao.state import (
    Betting,
    BuyingIn,
    Dealing,
    Live,
    Settled,
    Splitting,
    State,
    Unopened,
    Voided,
)
from domain.sizhidao.waiting import waiting

Answer = Decision[State, Event] | Refusal

PILE: Final = 2
"""Cards in a pile (Z5.1)."""


def decide(state: State, command: Command) -> Answer:
    """Return the facts that follow from the command in this state, or why it is refused.

    Checks in the order of the rules: over, form, phase, turn, content. A refusal changes nothing.
    """
    if isinstance(state, (Settled, Voided)):
        return refusals.RoundOver()
    if isinstance(state, Unopened):
        return _open(state, command)
    if isinstance(command, commands.OpenRound):
        return refusals.RoundAlreadyOpen()
    if isinstance(command, commands.VoidRound):
        return simply(state, void(state.round))
    phase, act = _VERBS[type(command)]
    if command.seat not in state.round.seats or not _well_formed(command):
        return refusals.BadAction()
    if not isinstance(state, phase):
        return refusals.WrongPhase(phase=waiting(state).phase)
    return act(state, command)


def _open(state: Unopened, command: Command) -> Answer:
    if not isinstance(command, commands.OpenRound):
        return refusals.RoundNotOpen()
    opened = open_round(command)
    return opened if isinstance(opened, Refusal) else simply(state, *opened)


def _well_formed(command: commands.SeatCommand) -> bool:
    if isinstance(command, commands.Deal):
        return len(command.cards) > 0 and CARDS.issuperset(command.cards)
    if isinstance(command, commands.Split):
        piles = (*command.front, *command.back)
        return len(command.front) == len(command.back) == PILE and CARDS.issuperset(piles)
    return True


def _deal(state: Dealing, command: commands.Deal) -> Answer:
    dealt = deal(state, command)
    return dealt if isinstance(dealt, Refusal) else after_deal(state, dealt)


def _speak(state: Betting, command: commands.BettingCommand) -> Answer:
    said = speak(state, command)
    return said if isinstance(said, Refusal) else after_bet(state, said)


def _split(state: Splitting, command: commands.Split | commands.AutoSplit) -> Answer:
    split = _may_split(state, command)
    return split if isinstance(split, Refusal) else after_split(state, split)


def _answer(state: BuyingIn, command: commands.BuyIn | commands.DeclineBuyIn) -> Answer:
    answered = buyin.answer(state, command)
    return answered if isinstance(answered, Refusal) else after_answer(state, answered)


def _may_split(
    state: Splitting,
    command: commands.Split | commands.AutoSplit,
) -> HandSplit | Refusal:
    if command.seat not in state.live:
        return refusals.NotInShowdown()
    if command.seat in state.splits:
        return refusals.AlreadySplit()
    hand = state.hands[command.seat]
    if isinstance(command, commands.AutoSplit):
        piles = splitting.autosplit(hand)
        return HandSplit(seat=command.seat, front=piles.front, back=piles.back)
    if not splitting.is_split_of(command.front, command.back, hand):
        return refusals.NotYourCards()
    piles = splitting.piles_of(command.front, command.back)
    if piles.front_strength > piles.back_strength:
        return refusals.FrontAboveBack()
    return HandSplit(seat=command.seat, front=command.front, back=command.back)


Act = Callable[[Any, Any], Answer]  # the table below pairs each answer with the types it takes
_VERBS: Final[Mapping[type[commands.SeatCommand], tuple[type[Live], Act]]] = {
    commands.Deal: (Dealing, _deal),
    commands.Bet: (Betting, _speak),
    commands.Call: (Betting, _speak),
    commands.Raise: (Betting, _speak),
    commands.AllIn: (Betting, _speak),
    commands.Check: (Betting, _speak),
    commands.Fold: (Betting, _speak),
    commands.Split: (Splitting, _split),
    commands.AutoSplit: (Splitting, _split),
    commands.BuyIn: (BuyingIn, _answer),
    commands.DeclineBuyIn: (BuyingIn, _answer),
}
