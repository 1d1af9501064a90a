"""What may be asked of the decks of a round. The tag is the stored name. All bytes are in hex."""

from typing import Final

from domain.house.deck.events import Cutter, Secret
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat

CUT_SECONDS: Final = 5
"""H6.4: how long the seats have to cut; their clients do it by themselves."""


class CommitDeck(KernelCommand, frozen=True, kw_only=True, tag="fair.CommitDeck.1"):
    """H6.1: bind the house to the round's first deck. Follows from starting the round.

    `cards` are those of a pack, `seconds` are `CUT_SECONDS`. `secret`, 32 bytes of chance, is
    hidden.
    """

    round: str
    venue: str
    cards: int
    cutters: tuple[Cutter, ...]
    seconds: int
    secret: Secret


class CommitPlayoff(KernelCommand, frozen=True, kw_only=True, tag="fair.CommitPlayoff.1"):
    """H6.1: bind the house to the deck of a playoff, of the same secret. Follows from it."""

    stage: int
    cutters: tuple[Cutter, ...]


class RevealCut(KernelCommand, frozen=True, kw_only=True, tag="fair.RevealCut.1"):
    """H6.3: cut with the value whose hash is the seat's anchor."""

    seat: Seat
    value: str


class MissCut(KernelCommand, frozen=True, kw_only=True, tag="fair.MissCut.1"):
    """H6.4: go on without a seat's cut. Only the clock asks for it."""

    seat: Seat


Command = CommitDeck | CommitPlayoff | RevealCut | MissCut
