"""Deals that make ties, quads and equal piles common, for the random records."""

from collections.abc import Callable
from random import Random

_RANKS = "23456789TJQKA"
_SUITS = "shdc"
Deal = dict[str, list[str]]


def deal_stage(chance: Random, players: list[str], stage: int) -> Deal:
    """Four cards for each player, all different; late stages are dealt more decisively."""
    kinds: tuple[Callable[[Random, int], list[list[str]]], ...]
    kinds = (_same_ranks, _few_ranks, _quads, _crossing, _crossing, _crossing, _whole_deck)
    if stage > 3:
        kinds = (_same_ranks, _few_ranks, _whole_deck, _whole_deck)
    dealt = chance.choice(kinds)(chance, len(players))
    chance.shuffle(dealt)
    for four in dealt:
        chance.shuffle(four)
    return dict(zip(players, dealt, strict=True))


def _from(chance: Random, ranks: str, count: int) -> list[list[str]]:
    cards = [rank + suit for rank in ranks for suit in _SUITS]
    chance.shuffle(cards)
    return [cards[4 * place : 4 * place + 4] for place in range(count)]


def _whole_deck(chance: Random, count: int) -> list[list[str]]:
    return _from(chance, _RANKS, count)


def _few_ranks(chance: Random, count: int) -> list[list[str]]:
    return _from(chance, "".join(chance.sample(_RANKS, count + 1)), count)


def _same_ranks(chance: Random, count: int) -> list[list[str]]:
    """Up to four seats hold the same four ranks, the others four other ranks."""
    ranks = chance.sample(_RANKS, 8)
    return [
        [rank + _SUITS[place % 4] for rank in (ranks[:4] if place < 4 else ranks[4:])]
        for place in range(count)
    ]


def _quads(chance: Random, count: int) -> list[list[str]]:
    """One seat, sometimes more, holds four of a rank."""
    ranks = chance.sample(_RANKS, len(_RANKS))
    many = chance.choice((1, 1, 2, count))
    rest = _from(chance, "".join(ranks[many:]), count - min(many, count))
    return [[ranks[place] + suit for suit in _SUITS] for place in range(min(many, count))] + rest


def _crossing(chance: Random, count: int) -> list[list[str]]:
    """High pairs with low others against middling cards: backs and fronts cross."""
    pairs = chance.sample("TJQKA", 5)
    plain = chance.sample("23456789", 8)
    dealt = []
    for place in range(count):
        if place < 5:
            pair = [pairs[place] + suit for suit in chance.sample(_SUITS, 2)]
        else:
            pair = [plain[place] + suit for suit in ("s", "h")]
        low = [plain[0] + _SUITS[place % 4], plain[1 + place // 4] + _SUITS[place % 4]]
        dealt.append(pair + low)
    used = {card for four in dealt for card in four}
    return dealt if len(used) == 4 * count else _few_ranks(chance, count)
