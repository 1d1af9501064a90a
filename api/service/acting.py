"""What an action asks of the rules: the command of a seat, in a round of whichever game."""

from collections.abc import Callable, Mapping
from typing import Final

from api.service import wire
from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji import commands as shengji
from domain.sizhidao import commands as sizhidao

Command = sizhidao.Command | shengji.Command

_WORDS: Final[Mapping[str, Callable[..., sizhidao.Command]]] = {
    "check": sizhidao.Check,
    "call": sizhidao.Call,
    "allin": sizhidao.AllIn,
    "fold": sizhidao.Fold,
    "buy": sizhidao.BuyIn,
    "decline": sizhidao.DeclineBuyIn,
}


def command_of(seat: Seat, asked: wire.SizhidaoAction | wire.ShengjiAction) -> Command:
    """Return the command that a seat asks by an action."""
    match asked:
        case wire.Bet():
            return sizhidao.Bet(seat=seat, points=asked.points)
        case wire.Raise():
            return sizhidao.Raise(seat=seat, to=asked.to)
        case wire.Split():
            front, back = map(_cards, (asked.front, asked.back))
            return sizhidao.Split(seat=seat, front=front, back=back)
        case wire.Word():
            return _WORDS[asked.verb](seat=seat)
        case _:
            return shengji_command(seat, asked)


def shengji_command(seat: Seat, asked: wire.ShengjiAction) -> shengji.SeatCommand:
    """Return the command that a seat asks by an action of 比牌升級."""
    match asked:
        case wire.Show():
            return shengji.Show(seat=seat, cards=_cards(asked.cards))
        case wire.Pass():
            return shengji.Pass(seat=seat)
        case wire.CallTrump():
            return shengji.CallTrump(seat=seat, suit=asked.suit)
        case wire.Return():
            return shengji.Return(seat=seat, to=Seat(asked.to), cards=_cards(asked.cards))
        case wire.Bury():
            return shengji.Bury(seat=seat, cards=_cards(asked.cards))
        case wire.Play():
            return shengji.Play(seat=seat, cards=_cards(asked.cards))


def _cards(cards: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(Card, cards))
