"""What can happen to the decks of a round. Stream: `deck/<round>`. All bytes are in hex.

A stream of its own, since a round takes any cards that a pack has: it is the house that is bound to
deal those which this stream comes to (H6.5).
"""

import msgspec

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat

Secret = tuple[str]
"""32 bytes that only the house may see, alone in a list, as everything that is hidden."""


class Cutter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A seat that this deck is dealt to, and the player's anchor, None if it has none."""

    seat: Seat
    player: str
    anchor: str | None


class DeckCommitted(KernelEvent, frozen=True, kw_only=True, tag="fair.DeckCommitted.1"):
    """Primary: the house is bound to a deck of so many cards by `root` (H6.1).

    `venue` is the stream of the table or match. `cutters` are the seats from p1 upward; those with
    an anchor have `seconds` to cut. `secret` is hidden.
    """

    round: str
    venue: str
    stage: int
    cards: int
    root: str
    cutters: tuple[Cutter, ...]
    seconds: int
    secret: Secret


class CutRevealed(KernelEvent, frozen=True, kw_only=True, tag="fair.CutRevealed.1"):
    """Primary: a seat cut the deck of a stage with the value of its anchor (H6.3)."""

    stage: int
    seat: Seat
    value: str


class CutMissed(KernelEvent, frozen=True, kw_only=True, tag="fair.CutMissed.1"):
    """Primary: a seat did not cut in time (H6.4)."""

    stage: int
    seat: Seat


class DeckCut(KernelEvent, frozen=True, kw_only=True, tag="fair.DeckCut.1"):
    """Derived: all cuts are in, `cuts` of so many `seats`; `cut` gives the dealing order (H6.5)."""

    stage: int
    cut: str
    cuts: int
    seats: int


Event = DeckCommitted | CutRevealed | CutMissed | DeckCut
