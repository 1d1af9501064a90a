"""Simple bots: each looks at its own cards and at what is legal, and chooses by chance."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.cards.card import Card
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.sizhidao import commands
from domain.sizhidao.legal import Legal, legal
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import Betting, BuyingIn, Splitting

Answer = tuple[commands.Command, Origin]

# How often, in a hundred, a bot says each word when it is open to it.
_WORDS: Final = {"fold": 12, "check": 40, "call": 45, "bet": 50, "raise": 12, "allin": 4}
_LATE: Final = 12
_BUYS: Final = 60
_HUNDRED: Final = 100


def answer(state: Betting | Splitting | BuyingIn, seat: Seat, chance: Random) -> Answer:
    """Return what the bot at a seat does, or what the clock does for one that is late."""
    late = chance.randrange(_HUNDRED) < _LATE
    match state:
        case Betting():
            open_words = legal(state, seat)
            return (
                (_timed_out(open_words, seat), Origin.CLOCK)
                if late
                else (_word(open_words, seat, chance), Origin.PLAYER)
            )
        case Splitting():
            if late:
                return commands.AutoSplit(seat=seat), Origin.CLOCK
            return _split(state.hands[seat], seat, chance), Origin.PLAYER
        case BuyingIn():
            if late or chance.randrange(_HUNDRED) >= _BUYS:
                by = Origin.CLOCK if late else Origin.PLAYER
                return commands.DeclineBuyIn(seat=seat), by
            return commands.BuyIn(seat=seat), Origin.PLAYER


def _timed_out(open_words: Sequence[Legal], seat: Seat) -> commands.Command:
    """Z3.8: the clock folds, or checks where that is open."""
    if any(word.verb == "check" for word in open_words):
        return commands.Check(seat=seat)
    return commands.Fold(seat=seat)


def _word(open_words: Sequence[Legal], seat: Seat, chance: Random) -> commands.Command:
    (chosen,) = chance.choices(open_words, [_WORDS[word.verb] for word in open_words])
    match chosen.verb:
        case "bet":
            return commands.Bet(seat=seat, points=_amount(chosen, chance))
        case "raise":
            return commands.Raise(seat=seat, to=_amount(chosen, chance))
        case "call":
            return commands.Call(seat=seat)
        case "allin":
            return commands.AllIn(seat=seat)
        case "check":
            return commands.Check(seat=seat)
        case _:
            return commands.Fold(seat=seat)


def _amount(word: Legal, chance: Random) -> int:
    """A bot bets small: up to ten times the least that is open."""
    least, most = word.least or 0, word.most or 0
    return min(most, least * chance.randint(1, 10))


def _split(hand: Sequence[Card], seat: Seat, chance: Random) -> commands.Command:
    piles = chance.choice(legal_splits(hand))
    return commands.Split(seat=seat, front=piles.front, back=piles.back)
