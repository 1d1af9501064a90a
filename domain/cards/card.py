"""A card as the record writes it: rank and suit, `As`, `Td`, or a joker, `BJ`, `SJ`."""

from typing import Final, NewType

Card = NewType("Card", str)
"""One card's face, such as `Kd`: its first letter is the rank, its second the suit.

Two packs hold equal cards: a face is not an identity.
"""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"

BIG_JOKER: Final = Card("BJ")
SMALL_JOKER: Final = Card("SJ")
HIDDEN: Final = Card("??")
"""Stands in a view for a card that the viewer may not see. It is never dealt and never played."""

PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards without jokers, in a fixed order."""

CARDS: Final = frozenset((*PACK, BIG_JOKER, SMALL_JOKER))
"""Every face that can be written."""
