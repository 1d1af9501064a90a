"""What a bot follows with (S6): to win the trick, to give its partner points, or to lose little."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from api.sample.shengji.known import Known
from api.sample.shengji.shapes import answers
from domain.cards.card import Card
from domain.shengji.events import Pattern
from domain.shengji.hands import points_of, without
from domain.shengji.ordering import ACE_OF_SPADES, TRUMP
from domain.shengji.sides import PARTNER, SEATS
from domain.shengji.state import Play
from domain.shengji.tricks import winner
from domain.shengji.units import Unit, greatest

Cards = tuple[Card, ...]

_EAGER: Final = 0.65
"""How often a bot takes a trick without points."""
_TRUSTING: Final = 0.7
"""How often it gives points to a partner who may still be beaten."""


def follow(known: Known, chance: Random) -> Cards:
    """Return the cards to follow with."""
    assert known.pattern is not None
    lead = known.table[0].cards
    own = known.of_suit(known.order.suit[lead[0]])
    last = len(known.table) == len(SEATS) - 1
    if _winning(known, known.table) == PARTNER[known.seat]:
        giving = last or chance.random() < _TRUSTING
        return _rest(known, own, len(lead), giving=giving)
    winning = [one for one in _answers(known, own) if _wins(known, one)]
    points = sum(points_of(play.cards) for play in known.table)
    if winning and (points or len(lead) > 1 or chance.random() < _EAGER):
        winning.sort(key=lambda cards: _price(known, cards))
        return winning[0] if last else chance.choice(winning)
    return _rest(known, own, len(lead), giving=False)


def _winning(known: Known, plays: Sequence[Play]) -> str:
    assert known.pattern is not None
    return winner(known.order, known.pattern, plays).play.seat


def _wins(known: Known, cards: Cards) -> bool:
    play = Play(seat=known.seat, cards=cards)
    return _winning(known, (*known.table, play)) == known.seat


def _price(known: Known, cards: Cards) -> tuple[int, int]:
    """Return what a play costs: the power of its highest card, its points."""
    return max(known.order.power[card] for card in cards), points_of(cards)


def _answers(known: Known, own: list[Card]) -> Iterator[Cards]:
    """Yield what could beat the lead: its pattern in its suit, or, without that suit, a ruff."""
    pattern, lead = known.pattern, known.table[0].cards
    assert pattern is not None
    if len(own) >= len(lead) and pattern is not Pattern.THROW:
        yield from answers(known.order, own, pattern, len(lead))
    elif not own:
        trumps = known.of_suit(TRUMP)
        if len(trumps) >= len(lead):
            yield from _ruffs(known, trumps)


def _ruffs(known: Known, trumps: list[Card]) -> Iterator[Cards]:
    """Yield ruffs: a throw needs but its greatest component, filled up with low trumps (S6.3)."""
    pattern, lead = known.pattern, known.table[0].cards
    assert pattern is not None
    if pattern is not Pattern.THROW:
        yield from answers(known.order, trumps, pattern, len(lead))
        return
    led: Unit = greatest(known.order, lead)
    for component in answers(known.order, trumps, led.kind, led.size):
        others = without(trumps, component)
        yield (*component, *others[: len(lead) - led.size])


def _rest(known: Known, own: list[Card], count: int, *, giving: bool) -> Cards:
    """Return what follows suit as far as it must, with many points or with few."""
    copies = Counter(known.hand)

    def dear(card: Card) -> tuple[int, bool, bool, bool, int]:
        points = points_of((card,))
        return (
            -points if giving else points,
            card == ACE_OF_SPADES,
            known.order.suit[card] == TRUMP,
            copies[card] > 1,
            known.order.power[card],
        )

    owed = sorted(own, key=dear)[:count]
    free = sorted(without(known.hand, own), key=dear)
    return (*owed, *free[: count - len(owed)])
