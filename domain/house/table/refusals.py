"""Why a table may refuse, in the order in which it checks."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat


class NoSuchTable(Refusal, frozen=True, kw_only=True):
    """Nobody has opened the table."""

    code: ClassVar[str] = "no_such_table"
    rule: ClassVar[str] = "H3.1"
    text: ClassVar[str] = "there is no such table"


class TableExists(Refusal, frozen=True, kw_only=True):
    """A table is opened once."""

    code: ClassVar[str] = "table_exists"
    rule: ClassVar[str] = "H3.1"
    text: ClassVar[str] = "the table exists already"


class BadTable(Refusal, frozen=True, kw_only=True):
    """A name that cannot be a table's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_table"
    rule: ClassVar[str] = "H3.1"
    text: ClassVar[str] = "a table's name is 1 to {most} printable characters"
    most: int


class BadTableSettings(Refusal, frozen=True, kw_only=True):
    """Settings that don't agree with each other, or by which no seat could be dealt in."""

    code: ClassVar[str] = "bad_table_settings"
    rule: ClassVar[str] = "H3.1"
    text: ClassVar[str] = "{reason}"
    worded: ClassVar[Mapping[str, Collection[str]]] = {
        "reason": (
            "max_players is below min_players",
            "cap is below the ante",
            "entry is below the ante",
        )
    }
    reason: str


class SeatOccupied(Refusal, frozen=True, kw_only=True):
    """A table is made no smaller than the seats that are taken."""

    code: ClassVar[str] = "seat_occupied"
    rule: ClassVar[str] = "H3.1"
    text: ClassVar[str] = "somebody sits at {seat}, which the table would not have any more"
    seat: Seat


class BadDelay(Refusal, frozen=True, kw_only=True):
    """Spectators are late by a time that ends."""

    code: ClassVar[str] = "bad_delay"
    rule: ClassVar[str] = "H12.1"
    text: ClassVar[str] = "spectators are 0 to {most} seconds late"
    most: int


class NoSuchSeat(Refusal, frozen=True, kw_only=True):
    """The table has no such seat."""

    code: ClassVar[str] = "no_such_seat"
    rule: ClassVar[str] = "H3.2"
    text: ClassVar[str] = "the table has the seats p1 to p{most}"
    most: int


class SeatTaken(Refusal, frozen=True, kw_only=True):
    """Somebody sits there."""

    code: ClassVar[str] = "seat_taken"
    rule: ClassVar[str] = "H3.2"
    text: ClassVar[str] = "the seat is taken"


class AlreadySeated(Refusal, frozen=True, kw_only=True):
    """A player never has two seats at one table."""

    code: ClassVar[str] = "already_seated"
    rule: ClassVar[str] = "H3.2"
    text: ClassVar[str] = "the player sits at {seat} already"
    seat: Seat


class BelowEntry(Refusal, frozen=True, kw_only=True):
    """Who sits down brings the entry at least."""

    code: ClassVar[str] = "below_entry"
    rule: ClassVar[str] = "Z1.2"
    text: ClassVar[str] = "the entry of this table is {entry} points"
    entry: int


class NotSeated(Refusal, frozen=True, kw_only=True):
    """The player has no seat at this table."""

    code: ClassVar[str] = "not_seated"
    rule: ClassVar[str] = "H3.3"
    text: ClassVar[str] = "the player has no seat at this table"


class StackLocked(Refusal, frozen=True, kw_only=True):
    """The stack is dealt into the running round."""

    code: ClassVar[str] = "stack_locked"
    rule: ClassVar[str] = "H3.3"
    text: ClassVar[str] = "the stack is locked until the round {round} ends"
    round: str


class NothingToAdd(Refusal, frozen=True, kw_only=True):
    """A stack grows by whole points above zero."""

    code: ClassVar[str] = "nothing_to_add"
    rule: ClassVar[str] = "H3.3"
    text: ClassVar[str] = "the points to add must be above zero"


class RoundRunning(Refusal, frozen=True, kw_only=True):
    """A table plays one round at a time."""

    code: ClassVar[str] = "round_running"
    rule: ClassVar[str] = "H4.1"
    text: ClassVar[str] = "the round {round} is running"
    round: str


class BadRound(Refusal, frozen=True, kw_only=True):
    """An id that cannot be a round's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_round"
    rule: ClassVar[str] = "H4.1"
    text: ClassVar[str] = "a round's id is 1 to {most} printable characters"
    most: int


class TooFewSeats(Refusal, frozen=True, kw_only=True):
    """Fewer seats can play than a round needs."""

    code: ClassVar[str] = "too_few_seats"
    rule: ClassVar[str] = "Z1.2"
    text: ClassVar[str] = "{seats} seats can play, and a round needs {least}"
    seats: int
    least: int


class RoundNotRunning(Refusal, frozen=True, kw_only=True):
    """The table plays another round, or none."""

    code: ClassVar[str] = "round_not_running"
    rule: ClassVar[str] = "H4.3"
    text: ClassVar[str] = "this round is not running at the table"
