"""Z10: who may see what, as data, and the view of a fact or a command that follows from it.

Everything not named here is open to everybody at once. Cards that come to light do so by a fact of
their own, `HandsShown`: what was hidden when it happened stays hidden in the fact itself, and the
cards of a folded seat or a voided round never come to light.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from domain.cards.card import HIDDEN
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao import commands, events

T = TypeVar("T", bound=msgspec.Struct)

EVERYTHING: Final = "everything"
"""Sees all: the rules themselves, a record that holds every card, an officer with a reveal."""

Viewer = Seat | Literal["everything"] | None
"""Who looks: a seat, somebody who may see everything, or (None) everybody else: other players,
spectators, and officers without a reveal.
"""

HIDDEN_FROM_OTHERS: Final[Mapping[type[msgspec.Struct], tuple[str, ...]]] = {
    events.CardsDealt: ("cards",),
    events.HandSplit: ("front", "back"),
    commands.Deal: ("cards",),
    commands.Split: ("front", "back"),
}
"""The fields of a fact or command that only its own seat sees."""


def audiences(opened: events.RoundOpened) -> tuple[Seat, ...]:
    """Return for whom something will be hidden from the others in this round: its seats."""
    return seats_of(len(opened.players))


def seen_by(viewer: Viewer, told: T) -> T:
    """Return a fact or command as the viewer may see it: `HIDDEN` stands for every other card."""
    fields = HIDDEN_FROM_OTHERS.get(type(told), ())
    if not fields or viewer in {EVERYTHING, getattr(told, "seat", None)}:
        return told
    return replace(told, **{field: (HIDDEN,) * len(getattr(told, field)) for field in fields})
