"""S6.2-S6.4, S7: who wins a trick and why, and the ♠A that are captured in it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.shengji.events import AceCaptured, Pattern, Winning
from domain.shengji.ordering import ACE_OF_SPADES, TRUMP, Order
from domain.shengji.sides import SIDE_OF
from domain.shengji.state import Cards, Play
from domain.shengji.units import Unit, greatest, highest, unit_of


class Strength(NamedTuple):
    """How strong a play is: trump over plain, then bomb over tractor, then the highest card."""

    trump: bool
    bomb: bool
    power: int


class Won(NamedTuple):
    """The play that wins a trick, and why."""

    play: Play
    why: Winning


def winner(order: Order, pattern: Pattern, plays: Sequence[Play]) -> Won:
    """Return the winning play of a whole trick; of equals the one played first (S2.4)."""
    lead, *others = plays
    if pattern is Pattern.SINGLE:
        return _highest_single(order, plays)
    led = _led(order, pattern, lead.cards)
    suit, best, strongest = order.suit[lead.cards[0]], lead, _strength(led, order, lead.cards)
    first = strongest
    for play in others:
        answer = _answer(order, pattern, led, suit, play.cards)
        if answer is not None and answer > strongest:
            best, strongest = play, answer
    return Won(best, _why(first, strongest))


def _highest_single(order: Order, plays: Sequence[Play]) -> Won:
    """The same for singles, which most tricks are of: what follows neither suit nor trump loses."""
    suits, powers = order.suit, order.power
    best, card = plays[0], plays[0].cards[0]
    suit, power = suits[card], powers[card]
    led = suit
    for play in plays:
        card = play.cards[0]
        own = suits[card]
        if (own == suit and powers[card] > power) or (own == TRUMP != suit):
            best, suit, power = play, own, powers[card]
    if best is plays[0]:
        return Won(best, Winning.FIRST)
    return Won(best, Winning.RUFFED if suit != led else Winning.HIGHER)


def _led(order: Order, pattern: Pattern, cards: Cards) -> Unit:
    """Return the unit that others must beat: a throw's greatest component (S6.3)."""
    if pattern is Pattern.THROW:
        return greatest(order, cards)
    unit = unit_of(order, cards)
    assert unit is not None, "what is led and no throw is a unit"
    return unit


def _strength(unit: Unit, order: Order, cards: Cards) -> Strength:
    return Strength(order.suit[cards[0]] == TRUMP, unit.kind is Pattern.BOMB, unit.power)


def _answer(order: Order, pattern: Pattern, led: Unit, suit: str, cards: Cards) -> Strength | None:
    """Return how strong a play is that could beat the lead, None if it cannot (S6.2, S6.3)."""
    own = order.suit_of_all(cards)
    if own not in (suit, TRUMP):
        return None
    if pattern is Pattern.THROW:
        unit = None if own == suit else best_of_ruff(order, led, cards)
    else:
        unit = _same(led, unit_of(order, cards))
    return None if unit is None else _strength(unit, order, cards)


def _same(led: Unit, unit: Unit | None) -> Unit | None:
    """Return a unit if it is of the led kind and size, or a bomb of as many cards as a tractor."""
    if unit is None or unit.size != led.size:
        return None
    bombs = led.kind is Pattern.TRACTOR and unit.kind is Pattern.BOMB
    return unit if bombs or unit.kind is led.kind else None


def best_of_ruff(order: Order, led: Unit, cards: Cards) -> Unit | None:
    """S6.3: return what a ruff has against a throw: its best unit of that kind and size."""
    if led.kind is Pattern.TRACTOR:
        bomb = highest(order, cards, Pattern.BOMB, led.size)
        if bomb is not None:
            return bomb
    return highest(order, cards, led.kind, led.size)


def _why(first: Strength, strongest: Strength) -> Winning:
    if strongest == first:
        return Winning.FIRST
    if strongest.trump > first.trump:
        return Winning.RUFFED
    return Winning.BOMBED if strongest.bomb > first.bomb else Winning.HIGHER


def captures(trick: int, won_by: Seat, plays: Sequence[Play]) -> Iterator[AceCaptured]:
    """S7: yield a fact for every ♠A that the other side has played into a won trick."""
    for play in plays:
        if SIDE_OF[play.seat] is not SIDE_OF[won_by]:
            for _ in range(play.cards.count(ACE_OF_SPADES)):
                yield AceCaptured(trick=trick, seat=won_by, owner=play.seat)
