"""Simple bots: each looks at its own cards and at what is legal, and chooses by chance."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.cards.card import Card
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.sizhidao import commands
from domain.sizhidao.late import late_command
from domain.sizhidao.legal import Legal, legal
from domain.sizhidao.splitting import legal_splits
from domain.sizhidao.state import Betting, BuyingIn, Splitting

Answer = tuple[commands.Command, Origin]

WORDS: Final = {"fold": 12, "check": 40, "call": 45, "bet": 50, "raise": 12, "allin": 4}
"""How often, in a hundred, a bot says each word when it is open to it."""
BUYS: Final = 60
HUNDRED: Final = 100
_LATE: Final = 12


def answer(state: Betting | Splitting | BuyingIn, seat: Seat, chance: Random) -> Answer:
    """Return what the bot at a seat does, or what the clock does for one that is late."""
    if chance.randrange(HUNDRED) < _LATE:
        return late_command(state, seat), Origin.CLOCK
    return chosen(state, seat, chance), Origin.PLAYER


def chosen(state: Betting | Splitting | BuyingIn, seat: Seat, chance: Random) -> commands.Command:
    """Return what the bot at a seat does in time."""
    match state:
        case Betting():
            return _word(legal(state, seat), seat, chance)
        case Splitting():
            return _split(state.hands[seat], seat, chance)
        case BuyingIn():
            if chance.randrange(HUNDRED) >= BUYS:
                return commands.DeclineBuyIn(seat=seat)
            return commands.BuyIn(seat=seat)


def _word(open_words: Sequence[Legal], seat: Seat, chance: Random) -> commands.Command:
    (word,) = chance.choices(open_words, [WORDS[word.verb] for word in open_words])
    match word.verb:
        case "bet":
            return commands.Bet(seat=seat, points=_amount(word, chance))
        case "raise":
            return commands.Raise(seat=seat, to=_amount(word, chance))
        case "call":
            return commands.Call(seat=seat)
        case "allin":
            return commands.AllIn(seat=seat)
        case "check":
            return commands.Check(seat=seat)
        case _:
            return commands.Fold(seat=seat)


def _amount(word: Legal, chance: Random) -> int:
    return amount(word.least or 0, word.most or 0, chance)


def amount(least: int, most: int, chance: Random) -> int:
    """A bot bets small: up to ten times the least that is open."""
    return min(most, least * chance.randint(1, 10))


def _split(hand: Sequence[Card], seat: Seat, chance: Random) -> commands.Command:
    piles = chance.choice(legal_splits(hand))
    return commands.Split(seat=seat, front=piles.front, back=piles.back)
