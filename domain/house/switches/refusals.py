"""Why a command is refused while something is off, and why a switch is not turned, in order."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from domain.kernel.refusal import Refusal


class SwitchedOff(Refusal, frozen=True, kw_only=True):
    """What the command would begin is off, by the switch with this scope."""

    code: ClassVar[str] = "switched_off"
    rule: ClassVar[str] = "H7.2"
    text: ClassVar[str] = "{scope} is switched off"
    worded: ClassVar[Mapping[str, Collection[str]]] = {"scope": ("everything",)}
    scope: str


class BadScope(Refusal, frozen=True, kw_only=True):
    """No such thing can be switched: neither everything nor a game, table, match or player."""

    code: ClassVar[str] = "bad_scope"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "a switch is everything, or game/, table/, match/ or player/ and a name"


class BadSwitchReason(Refusal, frozen=True, kw_only=True):
    """A reason that is none: empty, too long, or not printable."""

    code: ClassVar[str] = "bad_switch_reason"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "a reason is 1 to {most} printable characters"
    most: int


class OffAlready(Refusal, frozen=True, kw_only=True):
    """It is off, for the reason that was given then."""

    code: ClassVar[str] = "off_already"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "this is off already"


class OnAlready(Refusal, frozen=True, kw_only=True):
    """It is not off by a switch of its own; a wider one may keep it off."""

    code: ClassVar[str] = "on_already"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "this is not switched off"
