"""What is shuffled: one pack, or four of them with their jokers, in a fixed order (Z2.2, S1.1)."""

from collections.abc import Mapping
from typing import Final

from domain.cards.card import BIG_JOKER, PACK, SMALL_JOKER, Card

FOUR_PACKS: Final = (*PACK, SMALL_JOKER, BIG_JOKER) * 4
"""The 216 cards of 比牌升級."""

PACKS: Final[Mapping[int, tuple[Card, ...]]] = {len(pack): pack for pack in (PACK, FOUR_PACKS)}
"""What is shuffled, by the number of its cards."""
