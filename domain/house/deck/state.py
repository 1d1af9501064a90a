"""The decks of a round as a union of phases; of several the last one counts."""

from collections.abc import Mapping

import msgspec

from domain.house.deck.events import DeckCommitted
from domain.kernel.seats import Seat


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Uncommitted(Value, frozen=True, kw_only=True):
    """The house is bound to no deck: the round was not started by it, or before there were any."""


class Cutting(Value, frozen=True, kw_only=True):
    """The seats cut. `values` are in hex; `waits` are the seats that still may, p1 upward."""

    deck: DeckCommitted
    values: Mapping[Seat, str]
    waits: tuple[Seat, ...]


class Cut(Value, frozen=True, kw_only=True):
    """All cuts are in, and `cut`, in hex, gives the order in which the deck is dealt."""

    deck: DeckCommitted
    values: Mapping[Seat, str]
    cut: str


State = Uncommitted | Cutting | Cut


def turn_of(state: Cutting) -> str:
    """Return the name of the turn in which the seats cut, such as `0.cutting`."""
    return f"{state.deck.stage}.cutting"
