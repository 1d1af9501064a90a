"""Actions of 四支刀 as words: "who verb arguments", and perhaps a mark of who acted for it."""

from collections.abc import Callable, Sequence
from typing import Final

from domain.cards.card import Card
from domain.chips.amount import read_amount
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.action import VOID, Action, told, unmarked, words_of
from domain.sizhidao import commands
from domain.sizhidao.commands import Command
from domain.sizhidao.origins import may_come_from
from domain.sizhidao.refusals import BadAction

_BAR: Final = "|"
_SIMPLE: Final[dict[str, Callable[[Seat], Command]]] = {
    "call": lambda seat: commands.Call(seat=seat),
    "allin": lambda seat: commands.AllIn(seat=seat),
    "fold": lambda seat: commands.Fold(seat=seat),
    "check": lambda seat: commands.Check(seat=seat),
    "buy": lambda seat: commands.BuyIn(seat=seat),
    "decline": lambda seat: commands.DeclineBuyIn(seat=seat),
}


def read_action(text: str) -> Action | Refusal:
    """Return what an action says, or `BadAction`. The rules say whether seat and cards exist."""
    words = words_of(text)
    if words == [*VOID]:
        return Action(commands.VoidRound(), Origin.OPERATOR)
    if words[:1] == ["deal"]:
        return _deal(words[1:])
    said, mark = unmarked(words)
    command = _seat_command(said)
    if command is None:
        return BadAction()
    usual = Origin.CLOCK if isinstance(command, commands.AutoSplit) else Origin.PLAYER
    origin = mark or usual
    return Action(command, origin) if may_come_from(command, origin) else BadAction()


def _deal(words: Sequence[str]) -> Action | Refusal:
    if not words:
        return BadAction()
    seat, *cards = words
    command = commands.Deal(seat=Seat(seat), cards=tuple(map(Card, cards)))
    return Action(command, Origin.HOUSE)


def _seat_command(words: Sequence[str]) -> Command | None:
    match words:
        case [who, verb] if verb in _SIMPLE:
            return _SIMPLE[verb](Seat(who))
        case [who, "autosplit"]:
            return commands.AutoSplit(seat=Seat(who))
        case [who, "bet", amount]:
            return commands.Bet(seat=Seat(who), points=read_amount(amount))
        case [who, "raise", amount]:
            return commands.Raise(seat=Seat(who), to=read_amount(amount))
        case [who, "split", a, b, bar, c, d] if bar == _BAR:
            return commands.Split(
                seat=Seat(who),
                front=(Card(a), Card(b)),
                back=(Card(c), Card(d)),
            )
        case _:
            return None


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
        case commands.Bet(seat=seat, points=points):
            return f"{seat} bet {points}"
        case commands.Raise(seat=seat, to=to):
            return f"{seat} raise {to}"
        case commands.Split(seat=seat, front=front, back=back):
            return f"{seat} split {' '.join(front)} | {' '.join(back)}"
        case commands.AutoSplit(seat=seat):
            return f"{seat} autosplit"
        case _:
            return f"{command.seat} {_VERBS[type(command)]}"


_VERBS: Final = {type(make(Seat("p1"))): verb for verb, make in _SIMPLE.items()}
