"""S1: the settings of a match, fixed for a round by its first event."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from domain.kernel.forms import fault_of

RULES: Final = 1
"""The version of the rules that this package decides by."""

Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]


class Ladder(StrEnum):
    """S1.2: which levels are played."""

    TWO_TO_KING = "2-K"
    NINE_TO_JACK = "9-J"


class Follow(StrEnum):
    """S6.1: what a seat that follows owes."""

    SUIT = "suit"


class Ruleset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of 比牌升級, complete. Times are seconds."""

    ladder: Ladder = Ladder.TWO_TO_KING
    follow: Follow = Follow.SUIT
    contest_seconds: Seconds = 15
    trump_seconds: Seconds = 15
    return_seconds: Seconds = 30
    bury_seconds: Seconds = 45
    play_seconds: Seconds = 20


LEVELS: Final[Mapping[Ladder, str]] = {
    Ladder.TWO_TO_KING: "246789TJQK",
    Ladder.NINE_TO_JACK: "9TJ",
}
"""S1.2: the levels of a ladder, first to last, each by the rank it makes a level card."""


class SettingError(ValueError):
    """A setting is unknown, of the wrong type, or out of range."""


def ruleset(settings: Mapping[str, object] | None = None) -> Ruleset:
    """Return the full ruleset of what differs from the defaults of S1.

    Raises `SettingError` naming the first setting that is unknown or has no meaning.
    """
    try:
        return msgspec.convert(dict(settings or {}), Ruleset)
    except msgspec.ValidationError as error:
        raise SettingError(fault_of(error)) from error


def differing(rules: Ruleset) -> dict[str, object]:
    """Return only the settings that differ from the defaults, as a record writes them."""
    plain: dict[str, object] = msgspec.to_builtins(rules)
    usual: dict[str, object] = msgspec.to_builtins(Ruleset())
    return {key: value for key, value in plain.items() if value != usual[key]}
