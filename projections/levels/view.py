"""The level ledger: `project` remembers whose round it is, `change_of` reads what changed."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.kernel.decider import Event
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.sides import SIDE_OF, Side


class Cause(StrEnum):
    """What moves a level (S7, S8.2)."""

    HELD = "held"
    """The side was the dealer's, and held."""
    TAKEN = "taken"
    """The side attacked, and took so many points."""
    ACE = "ace_captured"
    """The other side captured a ♠A of the side: one level for each."""


class LevelsView(msgspec.Struct, frozen=True, kw_only=True):
    """The match that a round is of, if any, and its dealer, once there is one."""

    match: str | None = None
    dealer: Seat | None = None


class LevelLine(msgspec.Struct, frozen=True, kw_only=True):
    """The level of a side before and after a round (S8.3).

    `gained` levels come from the result, `lost` from captured aces; either may be 0, and then it
    has no cause. Both act at once, and the ladder's ends stop them.
    """

    match: str | None
    side: Side
    before: str
    gained: int
    gained_for: Cause | None
    lost: int
    lost_for: Cause | None
    after: str


EMPTY: Final = LevelsView()


def project(view: LevelsView, fact: Event) -> LevelsView:
    """Return the view after one fact."""
    match fact:
        case events.RoundOpened():
            return LevelsView(match=fact.match, dealer=fact.dealer)
        case events.ContestWon():  # S4.1: a first round's dealer is its winner
            return replace(view, dealer=fact.dealer)
        case _:
            return view


def change_of(view: LevelsView, fact: Event) -> LevelLine | None:
    """Return the line that a fact makes, if it changes a level."""
    if not isinstance(fact, events.LevelChanged):
        return None
    held = view.dealer is not None and SIDE_OF[view.dealer] is fact.side
    return LevelLine(
        match=view.match,
        side=fact.side,
        before=fact.before,
        gained=fact.gained,
        gained_for=(Cause.HELD if held else Cause.TAKEN) if fact.gained else None,
        lost=fact.lost,
        lost_for=Cause.ACE if fact.lost else None,
        after=fact.after,
    )
