"""The components of throws and ruffs by their cards, and who held what against one (S5, S6.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.kernel.text import Text, text, word
from domain.shengji.events import CardsLed, Pattern
from domain.shengji.hands import PACKS
from domain.shengji.leading import SHORT_THROW, weakest
from domain.shengji.ordering import TRUMP, Order
from domain.shengji.tricks import best_of_ruff
from domain.shengji.units import PAIR, Unit, greatest
from replay.shengji.cards import cards_said

Cards = Sequence[Card]
_ABOVE: Final = text("above {card}")
_OF_IT: Final = text("of it")


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
    yield text(
        "the throw of {leader} counts as its {component}",
        leader=leader,
        component=_shown(order, lead, led),
    )
    if order.suit[lead[0]] == TRUMP:
        return
    for seat, cards in others:
        if order.suit_of_all(cards) != TRUMP:
            continue
        unit = best_of_ruff(order, led, cards)
        if unit is None:
            yield text(
                "{seat} is all trump, and has no {component}", seat=seat, component=_named(led)
            )
            continue
        own = _shown(order, cards, unit)
        if seat == winner:
            yield text("{seat} ruffs it by its {component}", seat=seat, component=own)
        else:
            yield text(
                "{seat} is all trump, and its {component} is not higher", seat=seat, component=own
            )


def held_against(order: Order, fact: CardsLed, hands: Mapping[Seat, Cards]) -> Iterator[str]:
    """S5.4: yield who held what by which a throw does not hold; `hands` are those of all others."""
    suit, lower = order.suit[fact.attempted[0]], weakest(order, fact.attempted)
    short = len(fact.attempted) == SHORT_THROW
    least = order.power[lower] if short else -1
    for seat, hand in hands.items():
        of_suit = [card for card in hand if order.suit[card] == suit and order.power[card] > least]
        if of_suit:
            high_first = sorted(of_suit, key=lambda card: (-order.power[card], card))
            held = _ABOVE.of(card=lower) if short else _OF_IT
            yield text(
                "{seat} holds {cards} {held}", seat=seat, cards=cards_said(high_first), held=held
            )


def _named(unit: Unit) -> Text:
    """Name a unit of which there is none: one of any length with the number of its cards."""
    kind = word(unit.kind)
    if unit.size <= PAIR:
        return kind
    return text("{kind} of {size} cards", kind=kind, size=unit.size)


def _shown(order: Order, cards: Cards, unit: Unit) -> Text:
    """Name a unit by its cards. Of singles any cards have several, and the highest counts."""
    said = cards_said(component(order, cards, unit))
    if unit.kind is Pattern.SINGLE:
        return text("highest single {cards}", cards=said)
    return text("{kind} {cards}", kind=word(unit.kind), cards=said)
