"""Deals rich in pairs, tractors, bombs and voids, and one-sided ones, for the random records."""

from collections.abc import Callable
from random import Random

from tests.oracle.shengji.order import ALL, RANKS, SUITS
from tests.oracle.shengji.words import SEATS

Cards = list[str]
_RAISED = ("As", "5h", "5d", "BJ", "SJ")


def deal(chance: Random) -> dict[str, Cards]:
    """The four hands by seat and, by the name `kitty`, the eight cards left."""
    pack = chance.choice(_KINDS)(chance)
    for _ in range(chance.choice((0, 0, 5, 20, 60))):
        one, other = chance.randrange(216), chance.randrange(216)
        pack[one], pack[other] = pack[other], pack[one]
    if chance.random() < 0.5:
        _scatter_raised(chance, pack)
    if chance.random() < 0.7:  # the kitty comes from anywhere
        for place in range(208, 216):
            other = chance.randrange(208)
            pack[place], pack[other] = pack[other], pack[place]
    hands = [pack[52 * place : 52 * place + 52] for place in range(4)]
    for hand in hands:
        chance.shuffle(hand)
    seats = chance.sample(SEATS, 4)
    return dict(zip(seats, hands, strict=True)) | {"kitty": pack[208:]}


def _even(chance: Random) -> Cards:
    return chance.sample(ALL * 4, 216)


def _in_pieces(chance: Random, pieces: list[Cards]) -> Cards:
    chance.shuffle(pieces)
    return [card for piece in pieces for card in piece]


def _pairs(chance: Random) -> Cards:
    return _in_pieces(chance, [[card, card] for card in ALL * 2])


def _bombs(chance: Random) -> Cards:
    """Two thirds of the cards go four at a time, the others alone."""
    pieces: list[Cards] = []
    for card in ALL:
        pieces += [[card] * 4] if chance.random() < 0.66 else [[card]] * 4
    return _in_pieces(chance, pieces)


def _rows(chance: Random, copies: int) -> Cards:
    """Neighbours of one suit stay together, so that tractors or runs of bombs are common."""
    pieces: list[Cards] = [[joker] * 2 for joker in ("BJ", "SJ") * 2]
    for suit in SUITS * (4 // copies):
        cut = chance.choice((2, 3, 4))
        line = [rank + suit for rank in RANKS]
        pieces += [line[low : low + cut] * copies for low in range(0, 13, cut)]
    return _in_pieces(chance, pieces)


def _tractors(chance: Random) -> Cards:
    return _rows(chance, 2)


def _bomb_runs(chance: Random) -> Cards:
    return _rows(chance, 4)


def _suited(chance: Random) -> Cards:
    """Suit by suit with more or less disorder: long suits and voids."""
    suits = chance.sample(SUITS, 4)
    line = [rank + suit for suit in suits for rank in RANKS]
    where = {card: float(place) for place, card in enumerate([*line, "SJ", "BJ"])}
    disorder = chance.choice((0, 1, 3, 8, 15))
    return sorted(ALL * 4, key=lambda card: where[card] + chance.gauss(0, disorder))


def _ranked(chance: Random) -> Cards:
    """High cards together, more or less: one-sided rounds."""
    where = {card: float(RANKS.find(card[0])) for card in ALL} | dict.fromkeys(_RAISED, 15.0)
    disorder = chance.choice((0, 0, 1, 3))
    return sorted(
        chance.sample(ALL * 4, 216), key=lambda card: where[card] + chance.gauss(0, disorder)
    )


def _scatter_raised(chance: Random, pack: Cards) -> None:
    """The cards of the contest are spread over all hands, so that duels last."""
    for place, card in enumerate(pack):
        if card in _RAISED:
            other = chance.randrange(216)
            pack[place], pack[other] = pack[other], card


_KINDS: tuple[Callable[[Random], Cards], ...] = (
    *(_even, _even, _pairs, _bombs, _bombs, _tractors, _tractors, _bomb_runs),
    *(_suited, _suited, _suited, _ranked, _ranked),
)
