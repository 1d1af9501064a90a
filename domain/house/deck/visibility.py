"""Who may see what of the decks of a round: all is open but the house's secret (H6.1)."""

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from domain.cards.card import HIDDEN
from domain.house.deck.commands import CommitDeck
from domain.house.deck.events import DeckCommitted

T = TypeVar("T", bound=msgspec.Struct)

EVERYTHING: Final = "everything"
"""Sees all: the rules themselves, an officer with a reveal."""

HIDDEN_FROM_ALL: Final[Mapping[type[msgspec.Struct], tuple[str, ...]]] = {
    CommitDeck: ("secret",),
    DeckCommitted: ("secret",),
}
"""The fields that nobody but the house may see: all cards follow from the secret in them."""


def seen_by(viewer: str | None, told: T) -> T:
    """Return a fact or command as the viewer may see it: `HIDDEN` stands for every secret."""
    fields = HIDDEN_FROM_ALL.get(type(told), ())
    if not fields or viewer == EVERYTHING:
        return told
    return replace(told, **dict.fromkeys(fields, (HIDDEN,)))
