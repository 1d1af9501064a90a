"""Cards of 比牌升級 in words: hidden ones counted, hands in an order that a person can read."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards.card import HIDDEN, RANKS, SUITS, Card
from domain.kernel.text import Text, text
from domain.shengji.contesting import worth
from replay.words import in_line

SIGNS: Final = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
"""The signs of the suits."""

_READING: Final = "shcd"
_MOST_HIDDEN: Final = 4
"""Hidden cards that are written one by one; more are counted."""


def cards_said(cards: Sequence[Card]) -> str:
    """Return cards in the order given; many hidden ones as their number."""
    hidden = len(cards) > _MOST_HIDDEN and all(card == HIDDEN for card in cards)
    return f"{HIDDEN} ×{len(cards)}" if hidden else " ".join(cards)


def with_cards(words: Text, cards: Sequence[Card], **about: object) -> tuple[str, tuple[str, ...]]:
    """Return words with the cards in them; more than fit a line in a detail."""
    said = cards_said(cards)
    count = text("{count} cards", count=len(cards))
    return in_line(words.of(cards=said, **about), words.of(cards=count, **about), said)


def hand_said(cards: Sequence[Card], level: str) -> Iterator[str]:
    """Yield a hand for reading: the 比牌 cards of a level (S2.1), then suit by suit from the top.

    Of a hidden hand there is nothing to yield.
    """
    seen = [card for card in cards if card != HIDDEN]
    shown = sorted(
        (card for card in seen if worth(card, level)),
        key=lambda card: (-worth(card, level), SUITS.find(card[1]), card),
    )
    if shown:
        yield text("比牌  {cards}", cards=" ".join(shown))
    for suit in _READING:
        of_suit = [card for card in seen if card[1] == suit and not worth(card, level)]
        if of_suit:
            high_first = sorted(of_suit, key=lambda card: -RANKS.index(card[0]))
            yield f"{SIGNS[suit]}  {' '.join(high_first)}"
