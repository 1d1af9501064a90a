"""Actions of 比牌升級 as words: "who verb arguments", and perhaps a mark of who acted for it."""

from collections.abc import Sequence

from domain.cards.card import Card
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.action import VOID, Action, told, unmarked, words_of
from domain.shengji import commands
from domain.shengji.commands import Command
from domain.shengji.refusals import BadAction


def read_action(text: str) -> Action | Refusal:
    """Return what an action says, or `BadAction`. The rules say whether seat and cards exist."""
    words = words_of(text)
    if words == [*VOID]:
        return Action(commands.VoidRound(), Origin.OPERATOR)
    dealt = _dealt(words)
    if dealt is not None:
        return Action(dealt, Origin.HOUSE)
    said, mark = unmarked(words)
    command = _seat_command(said)
    return BadAction() if command is None else Action(command, mark or Origin.PLAYER)


def _dealt(words: Sequence[str]) -> Command | None:
    match words:
        case ["deal", who, *cards]:
            return commands.Deal(seat=Seat(who), cards=_cards(cards))
        case ["kitty", *cards]:
            return commands.DealKitty(cards=_cards(cards))
        case ["faceup", who, card]:
            return commands.TurnUp(seat=Seat(who), card=Card(card))
        case _:
            return None


def _seat_command(words: Sequence[str]) -> Command | None:
    match words:
        case [who, "pass"]:
            return commands.Pass(seat=Seat(who))
        case [who, "trump", suit]:
            return commands.CallTrump(seat=Seat(who), suit=suit)
        case [who, "show", *cards]:
            return commands.Show(seat=Seat(who), cards=_cards(cards))
        case [who, "return", to, *cards]:
            return commands.Return(seat=Seat(who), to=Seat(to), cards=_cards(cards))
        case [who, "bury", *cards]:
            return commands.Bury(seat=Seat(who), cards=_cards(cards))
        case [who, "play", *cards]:
            return commands.Play(seat=Seat(who), cards=_cards(cards))
        case _:
            return None


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card, words))


def write_action(action: Action) -> str | None:
    """Return an action's words; None for the opening, which a record tells by its tables."""
    return told(action, _words)


def _words(command: Command) -> str | None:
    match command:
        case commands.OpenRound():
            return None
        case commands.VoidRound() | commands.VoidRoundFor():
            return " ".join(VOID)
        case commands.Deal(seat=seat, cards=cards):
            return f"deal {seat} {' '.join(cards)}"
        case commands.DealKitty(cards=cards):
            return f"kitty {' '.join(cards)}"
        case commands.TurnUp(seat=seat, card=card):
            return f"faceup {seat} {card}"
        case commands.CallTrump(seat=seat, suit=suit):
            return f"{seat} trump {suit}"
        case commands.Return(seat=seat, to=to, cards=cards):
            return f"{seat} return {to} {' '.join(cards)}"
        case _:
            return _simple(command)


def _simple(command: commands.Pass | commands.Show | commands.Bury | commands.Play) -> str:
    match command:
        case commands.Pass(seat=seat):
            return f"{seat} pass"
        case commands.Show(seat=seat, cards=cards):
            return f"{seat} show {' '.join(cards)}"
        case commands.Bury(seat=seat, cards=cards):
            return f"{seat} bury {' '.join(cards)}"
        case commands.Play(seat=seat, cards=cards):
            return f"{seat} play {' '.join(cards)}"
