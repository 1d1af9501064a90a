"""What a seat may do now, described out of its own hand and what lies open.

A hand of 52 has too many plays to list: what is told is what a play owes, and `checking` answers
for a chosen one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.cards.card import SUITS, Card
from domain.kernel.seats import Seat
from domain.shengji.contesting import standing as standing_total
from domain.shengji.contesting import total, worth
from domain.shengji.following import required
from domain.shengji.hands import KITTY, is_point_card
from domain.shengji.ordering import order_of
from domain.shengji.returning import Standing, removable, standing
from domain.shengji.state import Burying, CallingTrump, Contesting, Playing, Returning, State


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One verb that is open to a seat, and what its command must keep."""


class Show(Told, frozen=True, kw_only=True):
    """Show some of `cards`, the 比牌 cards in hand: worth `least` together, or more (S3.3).

    `least` is None when all of them are too few. `total` is what the own pile counts already.
    """

    cards: tuple[Card, ...]
    total: int
    least: int | None


class Pass(Told, frozen=True, kw_only=True):
    """Leave the contest (S3.2, S3.4)."""


class CallTrump(Told, frozen=True, kw_only=True):
    """Name one of these suits trump (S3.6)."""

    suits: tuple[str, ...]


class Return(Told, frozen=True, kw_only=True):
    """Give `count` cards to the seat `to` (S3.7).

    Choose of `cards`; of every effective suit at most as many as `most` says. A rule that no choice
    can keep has fallen: then point cards are among the cards, or whole suits may go.
    """

    to: Seat
    count: int
    no_points: bool
    no_suit_emptied: bool
    cards: tuple[Card, ...]
    most: Mapping[str, int]


class Bury(Told, frozen=True, kw_only=True):
    """Lay any `count` cards away (S4.2)."""

    count: int


class Lead(Told, frozen=True, kw_only=True):
    """Lead cards of one effective suit; `held` is how many the seat has of each (S5)."""

    held: Mapping[str, int]


class Follow(Told, frozen=True, kw_only=True):
    """Play `count` cards, at least `required` of them of the effective suit `suit` (S6.1).

    `cards` are those the seat has of it.
    """

    count: int
    suit: str
    required: int
    cards: tuple[Card, ...]


Legal = Show | Pass | CallTrump | Return | Bury | Lead | Follow


def legal(state: State, seat: Seat) -> tuple[Legal, ...]:
    """Return what the seat may do now; nothing when it isn't asked."""
    match state:
        case Contesting() if state.turn == seat:
            return (*_shows(state, seat), Pass())
        case CallingTrump() if state.contest.winner == seat:
            return (CallTrump(suits=tuple(SUITS)),)
        case Returning() if state.contest.winner == seat:
            return tuple(_return(state, seat, to, count) for to, count in state.owed.items())
        case Burying() if state.round.dealer == seat:
            return (Bury(count=KITTY),)
        case Playing() if state.turn == seat:
            return (_play(state, seat),)
        case _:
            return ()


def _shows(state: Contesting, seat: Seat) -> tuple[Show, ...]:
    level = state.round.level
    cards = tuple(card for card in state.hands[seat] if worth(card, level))
    if not cards:
        return ()
    shown = total(state.piles[seat], level)
    above = standing_total(state, seat)
    # The opening show needs no more than a card; a later one must rise above the other pile.
    least = 1 if above is None else max(1, above + 1 - shown)
    reached = total(cards, level) >= least
    return (Show(cards=cards, total=shown, least=least if reached else None),)


def _return(state: Returning, seat: Seat, to: Seat, count: int) -> Return:
    order, hand = order_of(state.round.level, state.trump), state.hands[seat]
    rules = standing(order, hand, count)
    no_points = rules >= Standing.NO_POINTS
    cards = tuple(card for card in hand if not (no_points and is_point_card(card)))
    most = removable(order, hand) if rules is Standing.BOTH else _suits(order.suit, cards)
    return Return(
        to=to,
        count=count,
        no_points=no_points,
        no_suit_emptied=rules is Standing.BOTH,
        cards=cards,
        most=most,
    )


def _suits(suit: Mapping[Card, str], cards: Sequence[Card]) -> dict[str, int]:
    return dict(Counter(suit[card] for card in cards))


def _play(state: Playing, seat: Seat) -> Lead | Follow:
    order, hand = order_of(state.round.level, state.trump), state.hands[seat]
    if not state.plays:
        return Lead(held=_suits(order.suit, hand))
    led = state.plays[0].cards
    suit = order.suit[led[0]]
    return Follow(
        count=len(led),
        suit=suit,
        required=required(order, hand, suit, len(led)),
        cards=tuple(card for card in hand if order.suit[card] == suit),
    )


VERBS: Final[Mapping[type[Told], str]] = {
    Show: "show",
    Pass: "pass",
    CallTrump: "trump",
    Return: "return",
    Bury: "bury",
    Lead: "play",
    Follow: "play",
}
"""The verb of a record that each of them stands for."""
