"""Why a match may refuse, in the order in which it checks."""

from typing import ClassVar

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat


class NoSuchMatch(Refusal, frozen=True, kw_only=True):
    """Nobody has opened the match."""

    code: ClassVar[str] = "no_such_match"
    rule: ClassVar[str] = "M1"
    text: ClassVar[str] = "there is no such match"


class MatchExists(Refusal, frozen=True, kw_only=True):
    """A match is opened once."""

    code: ClassVar[str] = "match_exists"
    rule: ClassVar[str] = "M1"
    text: ClassVar[str] = "the match exists already"


class MatchOver(Refusal, frozen=True, kw_only=True):
    """A side has won the match, or it was abandoned."""

    code: ClassVar[str] = "match_over"
    rule: ClassVar[str] = "M7"
    text: ClassVar[str] = "the match is over"


class BadMatch(Refusal, frozen=True, kw_only=True):
    """A name that cannot be a match's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_match"
    rule: ClassVar[str] = "M1"
    text: ClassVar[str] = "a match's name is 1 to {most} printable characters"
    most: int


class BadMatchDelay(Refusal, frozen=True, kw_only=True):
    """Spectators are late by a time that ends."""

    code: ClassVar[str] = "bad_match_delay"
    rule: ClassVar[str] = "H12.1"
    text: ClassVar[str] = "spectators are 0 to {most} seconds late"
    most: int


class MatchBegun(Refusal, frozen=True, kw_only=True):
    """The first round was started, and the four stay."""

    code: ClassVar[str] = "match_begun"
    rule: ClassVar[str] = "M5"
    text: ClassVar[str] = "the match has begun"


class NoMatchSeat(Refusal, frozen=True, kw_only=True):
    """A match has four seats."""

    code: ClassVar[str] = "no_match_seat"
    rule: ClassVar[str] = "M2"
    text: ClassVar[str] = "a match has the seats p1 to p4"


class InMatch(Refusal, frozen=True, kw_only=True):
    """A player sits once in a match."""

    code: ClassVar[str] = "in_match"
    rule: ClassVar[str] = "M2"
    text: ClassVar[str] = "the player sits at {seat} already"
    seat: Seat


class MatchSeatTaken(Refusal, frozen=True, kw_only=True):
    """Somebody sits there."""

    code: ClassVar[str] = "match_seat_taken"
    rule: ClassVar[str] = "M2"
    text: ClassVar[str] = "the seat is taken"


class NotInMatch(Refusal, frozen=True, kw_only=True):
    """The player, or the seat's player, is not in this match."""

    code: ClassVar[str] = "not_in_match"
    rule: ClassVar[str] = "M2"
    text: ClassVar[str] = "nobody such sits in this match"


class ReadyAlready(Refusal, frozen=True, kw_only=True):
    """The player has said so."""

    code: ClassVar[str] = "ready_already"
    rule: ClassVar[str] = "M3"
    text: ClassVar[str] = "the player is ready already"


class AwayAlready(Refusal, frozen=True, kw_only=True):
    """The clock plays for the player as it is."""

    code: ClassVar[str] = "away_already"
    rule: ClassVar[str] = "M5"
    text: ClassVar[str] = "the player is away already"


class NotAway(Refusal, frozen=True, kw_only=True):
    """The player plays as it is."""

    code: ClassVar[str] = "not_away"
    rule: ClassVar[str] = "M5"
    text: ClassVar[str] = "the player is not away"


class MatchRoundRunning(Refusal, frozen=True, kw_only=True):
    """A match plays one round at a time."""

    code: ClassVar[str] = "match_round_running"
    rule: ClassVar[str] = "M4"
    text: ClassVar[str] = "the round {round} is running"
    round: str


class BadMatchRound(Refusal, frozen=True, kw_only=True):
    """An id that cannot be a round's: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_match_round"
    rule: ClassVar[str] = "M4"
    text: ClassVar[str] = "a round's id is 1 to {most} printable characters"
    most: int


class NotAllReady(Refusal, frozen=True, kw_only=True):
    """The first round waits for four players who are ready."""

    code: ClassVar[str] = "not_all_ready"
    rule: ClassVar[str] = "M4"
    text: ClassVar[str] = "{ready} players are ready, and a match needs four"
    ready: int


class MatchHeldUp(Refusal, frozen=True, kw_only=True):
    """A player of the match is disabled."""

    code: ClassVar[str] = "match_held_up"
    rule: ClassVar[str] = "M9"
    text: ClassVar[str] = "the player at {seat} is disabled"
    seat: Seat


class MatchRoundNotRunning(Refusal, frozen=True, kw_only=True):
    """The match plays another round, or none."""

    code: ClassVar[str] = "match_round_not_running"
    rule: ClassVar[str] = "M6"
    text: ClassVar[str] = "this round is not running in the match"


class BadAbandonReason(Refusal, frozen=True, kw_only=True):
    """An operator gives a reason in words."""

    code: ClassVar[str] = "bad_abandon_reason"
    rule: ClassVar[str] = "M8"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int
