"""From a command to the facts that follow: the order of checks, and who answers for a verb."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

from domain.cards.card import CARDS, SUITS
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal
from domain.shengji import commands, contesting, course, dealing, playing, refusals, returning
from domain.shengji.commands import Command
from domain.shengji.events import (
    ContestPassed,
    Event,
    KittyBuried,
    RoundVoided,
    TrumpCalled,
)
from domain.shengji.hands import KITTY, holds
from domain.shengji.opening import open_round
from domain.shengji.sides import SEATS
from domain.shengji.state import (
    Burying,
    CallingTrump,
    Contesting,
    Dealing,
    Live,
    Playing,
    Returning,
    Settled,
    State,
    TurningUp,
    Unopened,
    Voided,
)
from domain.shengji.waiting import Asking, asked, waiting

Answer = Decision[State, Event] | Refusal


def decide(state: State, command: Command) -> Answer:
    """Return the facts that follow from the command in this state, or why it is refused.

    A refusal changes nothing. Its reasons are asked in order: over, form, phase, turn, content.
    """
    phase, well_formed, answer = _VERBS[type(command)]
    if not (isinstance(state, phase) and well_formed(command)):
        return _why_not(state, command)
    return _not_asked(state, command) or answer(state, command)


def _why_not(state: State, command: Command) -> Refusal:
    """Say why a command is refused before the question whose turn it is."""
    if isinstance(state, (Settled, Voided)):
        return refusals.RoundOver()
    if isinstance(state, Unopened):
        return refusals.RoundNotOpen()
    if isinstance(command, commands.OpenRound):
        return refusals.RoundAlreadyOpen()
    _, well_formed, _ = _VERBS[type(command)]
    if not well_formed(command):
        return refusals.BadAction()
    return refusals.WrongPhase(phase=waiting(state).phase)


def _not_asked(state: State, command: Command) -> Refusal | None:
    """Say so if it is another seat's turn; dealing, opening and voiding are nobody's."""
    if type(command) in _OF_A_SEAT and type(state) in _ASKING:
        turn = asked(cast("Asking", state))
        if cast("commands.SeatCommand", command).seat != turn:
            return refusals.NotYourTurn(turn=turn)
    return None


_OF_A_SEAT: Final = frozenset(get_args(commands.SeatCommand))
_ASKING: Final = frozenset(get_args(Asking))


def _always(_: Command) -> bool:
    return True


def _of_a_seat(command: commands.Pass) -> bool:
    return command.seat in SEATS


def _of_cards(
    command: commands.Deal | commands.Show | commands.Return | commands.Bury | commands.Play,
) -> bool:
    return command.seat in SEATS and len(command.cards) > 0 and CARDS.issuperset(command.cards)


def _of_kitty(command: commands.DealKitty) -> bool:
    return len(command.cards) > 0 and CARDS.issuperset(command.cards)


def _of_one_card(command: commands.TurnUp) -> bool:
    return command.seat in SEATS and command.card in CARDS


def _of_a_suit(command: commands.CallTrump) -> bool:
    return command.seat in SEATS and len(command.suit) == 1 and command.suit in SUITS


def _of_a_receiver(command: commands.Return) -> bool:
    return command.to in SEATS and _of_cards(command)


def _open(state: Unopened, command: commands.OpenRound) -> Answer:
    opened = open_round(command)
    return opened if isinstance(opened, Refusal) else course.simply(state, opened)


def _void(state: Live, _: commands.VoidRound | commands.VoidRoundFor) -> Answer:
    return course.simply(state, RoundVoided())


def _deal(state: Dealing, command: commands.Deal) -> Answer:
    dealt = dealing.deal(state, command)
    return dealt if isinstance(dealt, Refusal) else course.simply(state, dealt)


def _deal_kitty(state: Dealing, command: commands.DealKitty) -> Answer:
    dealt = dealing.deal_kitty(state, command)
    return dealt if isinstance(dealt, Refusal) else course.simply(state, dealt)


def _turn_up(state: TurningUp, command: commands.TurnUp) -> Answer:
    turned = dealing.turn_up(state, command)
    return turned if isinstance(turned, Refusal) else course.simply(state, turned)


def _show(state: Contesting, command: commands.Show) -> Answer:
    shown = contesting.show(state, command)
    return shown if isinstance(shown, Refusal) else course.after_word(state, shown)


def _pass(state: Contesting, command: commands.Pass) -> Answer:
    return course.after_word(state, ContestPassed(seat=command.seat))


def _call(state: CallingTrump, command: commands.CallTrump) -> Answer:
    return course.after_call(state, TrumpCalled(seat=command.seat, suit=command.suit))


def _return(state: Returning, command: commands.Return) -> Answer:
    returned = returning.give_back(state, command)
    return returned if isinstance(returned, Refusal) else course.after_return(state, returned)


def _bury(state: Burying, command: commands.Bury) -> Answer:
    refused = bury_breach(state, command)
    if refused is not None:
        return refused
    return course.simply(state, KittyBuried(seat=command.seat, cards=command.cards))


def bury_breach(state: Burying, command: commands.Bury) -> Refusal | None:
    """S4.2: say why cards of the dealer's may not be laid away, None if they may: any 8."""
    if not holds(state.hands[command.seat], command.cards):
        return refusals.NotYourCards()
    if len(command.cards) != KITTY:
        return refusals.WrongCount(cards=len(command.cards), expected=KITTY)
    return None


def _play(state: Playing, command: commands.Play) -> Answer:
    played = playing.play(state, command)
    return played if isinstance(played, Refusal) else course.after_play(state, played)


# The table pairs each verb with the phase it belongs to, its form, and who answers it.
Form = Callable[[Any], bool]
Act = Callable[[Any, Any], Answer]
_RUNNING: Final = (Dealing, TurningUp, Contesting, CallingTrump, Returning, Burying, Playing)
_VERBS: Final[Mapping[type[Command], tuple[type | tuple[type, ...], Form, Act]]] = {
    commands.OpenRound: (Unopened, _always, _open),
    commands.VoidRound: (_RUNNING, _always, _void),
    commands.VoidRoundFor: (_RUNNING, _always, _void),
    commands.Deal: (Dealing, _of_cards, _deal),
    commands.DealKitty: (Dealing, _of_kitty, _deal_kitty),
    commands.TurnUp: (TurningUp, _of_one_card, _turn_up),
    commands.Show: (Contesting, _of_cards, _show),
    commands.Pass: (Contesting, _of_a_seat, _pass),
    commands.CallTrump: (CallingTrump, _of_a_suit, _call),
    commands.Return: (Returning, _of_a_receiver, _return),
    commands.Bury: (Burying, _of_cards, _bury),
    commands.Play: (Playing, _of_cards, _play),
}
