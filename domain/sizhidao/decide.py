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

    A refusal changes nothing. Its reasons are asked in order: over, form, phase, turn, content.
    """
    phase, well_formed, answer = _VERBS[type(command)]
    if isinstance(state, phase) and well_formed(state, command):
        return answer(state, command)
    return _why_not(state, command)


def _why_not(state: State, command: Command) -> Refusal:
    """Say why a command is refused before the question whose turn it is."""
    if isinstance(state, (Settled, Voided)):
        return refusals.RoundOver()
    if isinstance(state, Unopened):
        return refusals.RoundNotOpen()
    if isinstance(command, commands.OpenRound):
        return refusals.RoundAlreadyOpen()
    _, well_formed, _ = _VERBS[type(command)]
    if not well_formed(state, command):
        return refusals.BadAction()
    return refusals.WrongPhase(phase=waiting(state).phase)


def _always(_: State, __: Command) -> bool:
    return True


def _of_a_seat(state: Live, command: commands.SeatCommand) -> bool:
    return command.seat in state.round.seats


def _of_cards(state: Live, command: commands.Deal) -> bool:
    cards = command.cards
    return command.seat in state.round.seats and len(cards) > 0 and CARDS.issuperset(cards)


def _of_piles(state: Live, command: commands.Split) -> bool:
    front, back = command.front, command.back
    two = len(front) == len(back) == PILE
    return command.seat in state.round.seats and two and CARDS.issuperset((*front, *back))


def _open(state: Unopened, command: commands.OpenRound) -> Answer:
    opened = open_round(command)
    return opened if isinstance(opened, Refusal) else simply(state, *opened)


def _void(state: Live, _: commands.VoidRound | commands.VoidRoundFor) -> Answer:
    return simply(state, void(state.round))


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


# The table pairs each verb with the phase it belongs to, its form, and who answers it.
Form = Callable[[Any, Any], bool]
Act = Callable[[Any, Any], Answer]
_RUNNING: Final = (Dealing, Betting, Splitting, BuyingIn)
_VERBS: Final[Mapping[type[Command], tuple[type | tuple[type, ...], Form, Act]]] = {
    commands.OpenRound: (Unopened, _always, _open),
    commands.VoidRound: (_RUNNING, _always, _void),
    commands.VoidRoundFor: (_RUNNING, _always, _void),
    commands.Deal: (Dealing, _of_cards, _deal),
    commands.Bet: (Betting, _of_a_seat, _speak),
    commands.Call: (Betting, _of_a_seat, _speak),
    commands.Raise: (Betting, _of_a_seat, _speak),
    commands.AllIn: (Betting, _of_a_seat, _speak),
    commands.Check: (Betting, _of_a_seat, _speak),
    commands.Fold: (Betting, _of_a_seat, _speak),
    commands.Split: (Splitting, _of_piles, _split),
    commands.AutoSplit: (Splitting, _of_a_seat, _split),
    commands.BuyIn: (BuyingIn, _of_a_seat, _answer),
    commands.DeclineBuyIn: (BuyingIn, _of_a_seat, _answer),
}
