"""S9: who may see what, as data, and the view of a fact or a command that follows from it.

Everything not named here is open to everybody at once. The kitty as dealt is nobody's until the
dealer takes it by a fact of its own; returned cards are told twice, to the giver and to the
receiver. Both kitties come to light at settlement by `KittyShown`; what a voided round hides stays
hidden.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from domain.cards.card import HIDDEN
from domain.kernel.seats import Seat
from domain.shengji import commands, events
from domain.shengji.sides import SEATS

T = TypeVar("T", bound=msgspec.Struct)

EVERYTHING: Final = "everything"
"""Sees all: the rules themselves, a record that holds every card, an officer with a reveal."""

Viewer = Seat | Literal["everything"] | None
"""Who looks: a seat, somebody who may see everything, or (None) everybody else."""

HIDDEN_FROM_OTHERS: Final[Mapping[type[msgspec.Struct], tuple[str, ...]]] = {
    events.CardsDealt: ("cards",),
    events.KittyDealt: ("cards",),
    events.CardsReturned: ("cards",),
    events.CardsReceived: ("cards",),
    events.KittyTaken: ("cards",),
    events.KittyBuried: ("cards",),
    commands.Deal: ("cards",),
    commands.DealKitty: ("cards",),
    commands.Return: ("cards",),
    commands.Bury: ("cards",),
}
"""The fields of a fact or command that only its own seat sees; one without a seat, no seat."""


def audiences(_: events.RoundOpened) -> tuple[Seat, ...]:
    """Return for whom something will be hidden from the others in this round: its seats."""
    return SEATS


def seen_by(viewer: Viewer, told: T) -> T:
    """Return a fact or command as the viewer may see it: `HIDDEN` stands for every other card."""
    fields = HIDDEN_FROM_OTHERS.get(type(told), ())
    own = viewer is not None and viewer == getattr(told, "seat", None)
    if not fields or own or viewer == EVERYTHING:
        return told
    return replace(told, **{field: (HIDDEN,) * len(getattr(told, field)) for field in fields})
