"""What a player does in a round: its own turn well, or something that it may not do."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from api.sample import bots as of_sizhidao
from api.sample.shengji import bots as of_shengji
from api.sample.shengji.known import Trick
from domain.cards.card import PACK
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.shengji import commands as shengji
from domain.sizhidao import commands as sizhidao
from domain.sizhidao.state import Betting, BuyingIn, Splitting

HAND: Final = 4


def in_turn(state: Any, seat: Seat, tricks: Sequence[Trick], chance: Random) -> Command | None:  # noqa: ANN401 -- of either game
    """Return what a seat does that is asked, None where no seat is."""
    match state:
        case Betting() | Splitting() | BuyingIn():
            return of_sizhidao.chosen(state, seat, chance)
        case _ if isinstance(state, of_shengji.Asked):
            return of_shengji.chosen(state, seat, tricks, chance)
        case _:
            return None


def out_of_turn(seat: Seat, chance: Random) -> Command:
    """Return something that a seat may say at another time, in another game, or never."""
    cards = tuple(chance.sample(PACK, HAND))
    points = chance.choice((-1, 0, 1, 10, 10_000, 10**12))
    return chance.choice(
        (
            sizhidao.Fold(seat=seat),
            sizhidao.Check(seat=seat),
            sizhidao.Call(seat=seat),
            sizhidao.AllIn(seat=seat),
            sizhidao.Bet(seat=seat, points=points),
            sizhidao.Raise(seat=seat, to=points),
            sizhidao.Split(seat=seat, front=cards[:2], back=cards[2:]),
            sizhidao.BuyIn(seat=seat),
            sizhidao.DeclineBuyIn(seat=seat),
            shengji.Pass(seat=seat),
            shengji.Show(seat=seat, cards=cards),
            shengji.CallTrump(seat=seat, suit=chance.choice("shdcx")),
            shengji.Bury(seat=seat, cards=cards),
            shengji.Return(seat=seat, to=seat, cards=cards),
            shengji.Play(seat=seat, cards=cards[: chance.randint(1, HAND)]),
        )
    )


def spoilt(command: Command, state: Any, seat: Seat, chance: Random) -> Command:  # noqa: ANN401 -- of either game
    """Return something that is nearly what the seat may say now, and as a rule is not."""
    match command:
        case sizhidao.Split():
            return replace(command, front=command.back, back=command.front)
        case sizhidao.Bet():
            return replace(command, points=command.points + chance.choice((-9, 1, 1_000)))
        case sizhidao.Raise():
            return replace(command, to=command.to + chance.choice((-9, 1, 1_000)))
        case shengji.Play() | shengji.Show() | shengji.Return() | shengji.Bury():
            hand = state.hands[seat]
            count = len(command.cards) + chance.choice((0, 0, 1, -1))
            cards = chance.sample(hand, min(max(count, 1), len(hand)))
            return replace(command, cards=tuple(cards))
        case _:
            return out_of_turn(seat, chance)
