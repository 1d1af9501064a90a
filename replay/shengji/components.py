"""The components of throws and ruffs by their cards, and who held what against one (S5, S6.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji.events import CardsLed, Pattern
from domain.shengji.hands import PACKS
from domain.shengji.leading import SHORT_THROW, weakest
from domain.shengji.ordering import TRUMP, Order
from domain.shengji.tricks import best_of_ruff
from domain.shengji.units import PAIR, Unit, greatest
from replay.shengji.cards import cards_said

Cards = Sequence[Card]


def component(order: Order, cards: Cards, unit: Unit) -> tuple[Card, ...]:
    """Return the cards of a unit that is contained in cards of one suit, from the top."""
    each = {Pattern.SINGLE: 1, Pattern.BOMB: PACKS}.get(unit.kind, PAIR)
    faces = [card for card, count in Counter(cards).items() if count >= each]
    top = next(card for card in faces if order.power[card] == unit.power)
    length = unit.size // each
    if length == 1:
        return (top,) * each
    at = {order.place[card]: card for card in faces if card in order.place}
    run = (at[order.place[top] - below] for below in range(length))
    return tuple(card for card in run for _ in range(each))


def judged(order: Order, plays: Mapping[Seat, tuple[Card, ...]], winner: Seat) -> Iterator[str]:
    """Yield by which of its components a throw was judged, and each play that is all trump."""
    (leader, lead), *others = plays.items()
    led = greatest(order, lead)
    yield f"the throw of {leader} counts as its {_shown(order, lead, led)}"
    if order.suit[lead[0]] == TRUMP:
        return
    for seat, cards in others:
        if order.suit_of_all(cards) != TRUMP:
            continue
        unit = best_of_ruff(order, led, cards)
        if unit is None:
            yield f"{seat} is all trump, and has no {_named(led)}"
            continue
        own = _shown(order, cards, unit)
        if seat == winner:
            yield f"{seat} ruffs it by its {own}"
        else:
            yield f"{seat} is all trump, and its {own} is not higher"


def held_against(order: Order, fact: CardsLed, hands: Mapping[Seat, Cards]) -> Iterator[str]:
    """S5.4: yield who held what by which a throw does not hold; `hands` are those of all others."""
    suit, lower = order.suit[fact.attempted[0]], weakest(order, fact.attempted)
    short = len(fact.attempted) == SHORT_THROW
    least = order.power[lower] if short else -1
    for seat, hand in hands.items():
        of_suit = [card for card in hand if order.suit[card] == suit and order.power[card] > least]
        if of_suit:
            high_first = sorted(of_suit, key=lambda card: (-order.power[card], card))
            yield f"{seat} holds {cards_said(high_first)} {f'above {lower}' if short else 'of it'}"


def _named(unit: Unit) -> str:
    """Name a unit of which there is none: one of any length with the number of its cards."""
    return str(unit.kind) if unit.size <= PAIR else f"{unit.kind} of {unit.size} cards"


def _shown(order: Order, cards: Cards, unit: Unit) -> str:
    """Name a unit by its cards. Of singles any cards have several, and the highest counts."""
    kind = f"highest {unit.kind}" if unit.kind is Pattern.SINGLE else unit.kind
    return f"{kind} {cards_said(component(order, cards, unit))}"
