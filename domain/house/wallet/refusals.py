"""Why a wallet may refuse, in the order in which it checks."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class NoSuchPlayer(Refusal, frozen=True, kw_only=True):
    """Nobody has created the player."""

    code: ClassVar[str] = "no_such_player"
    rule: ClassVar[str] = "H1.1"
    text: ClassVar[str] = "there is no such player"


class PlayerExists(Refusal, frozen=True, kw_only=True):
    """A player is created once."""

    code: ClassVar[str] = "player_exists"
    rule: ClassVar[str] = "H1.1"
    text: ClassVar[str] = "the player exists already"


class BadPlayer(Refusal, frozen=True, kw_only=True):
    """A name that cannot be a player's: empty, too long, not printable, or the house's own."""

    code: ClassVar[str] = "bad_player"
    rule: ClassVar[str] = "H1.1"
    text: ClassVar[str] = "a player's name is 1 to {most} printable characters, and not {reserved}"
    most: int
    reserved: str


class BadReason(Refusal, frozen=True, kw_only=True):
    """An operator gives a reason in words."""

    code: ClassVar[str] = "bad_reason"
    rule: ClassVar[str] = "H1.2"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class BadReference(Refusal, frozen=True, kw_only=True):
    """A movement from or to outside names what it is booked under there."""

    code: ClassVar[str] = "bad_reference"
    rule: ClassVar[str] = "H2.2"
    text: ClassVar[str] = "a reference is 1 to {most} printable characters"
    most: int


class BadPoints(Refusal, frozen=True, kw_only=True):
    """Not a whole number of points above zero, or beyond all amounts."""

    code: ClassVar[str] = "bad_points"
    rule: ClassVar[str] = "H2.1"
    text: ClassVar[str] = "the points must be 1 to {most}"
    most: int


class DisabledPlayer(Refusal, frozen=True, kw_only=True):
    """The player is disabled: nothing new may begin."""

    code: ClassVar[str] = "player_disabled"
    rule: ClassVar[str] = "H1.2"
    text: ClassVar[str] = "the player is disabled"


class EnabledPlayer(Refusal, frozen=True, kw_only=True):
    """The player is not disabled."""

    code: ClassVar[str] = "player_enabled"
    rule: ClassVar[str] = "H1.2"
    text: ClassVar[str] = "the player is not disabled"


class TooFewPoints(Refusal, frozen=True, kw_only=True):
    """A wallet never goes below zero."""

    code: ClassVar[str] = "too_few_points"
    rule: ClassVar[str] = "H2.1"
    text: ClassVar[str] = "the wallet holds {balance} points"
    balance: int


class TooManyPoints(Refusal, frozen=True, kw_only=True):
    """The house would hold more points than any amount may be."""

    code: ClassVar[str] = "too_many_points"
    rule: ClassVar[str] = "H2.3"
    text: ClassVar[str] = "the house may take {most} more points at most"
    most: int
