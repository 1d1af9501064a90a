"""An entry of the journal: lines that add up to zero."""

from enum import StrEnum

import msgspec

from projections.store.errors import ViewsError


class Kind(StrEnum):
    """Why points moved."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    ADJUSTMENT = "adjustment"
    SIT = "sit"
    TOP_UP = "top_up"
    STAND_UP = "stand_up"
    ANTE = "ante"
    BET = "bet"
    RETURN = "return"
    BUY_IN = "buy_in"
    AWARD = "award"
    RAKE = "rake"
    VOID = "void"


class JournalError(ViewsError):
    """A fact cannot be entered: its points do not add up with the facts before it.

    The ledger stops here rather than go on wrong. The message names accounts, never cards.
    """

    code = "journal_refuses"


class Line(msgspec.Struct, frozen=True, gc=False):
    """Points that an account gained, or lost if below zero."""

    account: str
    points: int


class Entry(msgspec.Struct, frozen=True):
    """One movement of points between accounts."""

    kind: Kind
    lines: tuple[Line, ...]


def entry(kind: Kind, *moved: tuple[str, int]) -> Entry | None:
    """Return the entry of these movements, None if none of them moves a point.

    Raises `JournalError` unless they add up to zero.
    """
    lines = tuple([Line(account, points) for account, points in moved if points])
    if sum([line.points for line in lines]):
        message = f"the lines of {kind} do not add up to zero"
        raise JournalError(message)
    return Entry(kind, lines) if lines else None


def transfer(kind: Kind, points: int, *, source: str, to: str) -> Entry | None:
    """Return the entry of points that go from one account to another."""
    if points == 0:
        return None
    return Entry(kind, (Line(source, -points), Line(to, points)))
