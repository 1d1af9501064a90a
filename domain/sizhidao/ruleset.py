"""Z1: the settings of a table, fixed for a round by its first event (Z1.4)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from domain.chips.amount import MOST
from domain.chips.rake import WHOLE
from domain.kernel.forms import fault_of
from domain.kernel.text import word

RULES: Final = 1
"""The version of the rules that this package decides by."""

Points = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
Seating = Annotated[int, msgspec.Meta(ge=2, le=13)]  # 52 cards deal 13 hands of four


class AfterAllIn(StrEnum):
    """What is open to the others once a seat went all-in in this stage (Z3.4)."""

    ALL_IN_ONLY = "all_in_only"
    CALL = "call"


class Rounding(StrEnum):
    """How half of an odd pot is rounded for the price of a buy-in (Z7.2)."""

    UP = "up"
    DOWN = "down"


class RakeBasis(StrEnum):
    """What the rake is taken of (Z9.1)."""

    NET = "net"
    POT = "pot"
    WINNINGS = "winnings"


class Ruleset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of Z1, complete: defaults that hang on other settings are filled in.

    Amounts are points, times are seconds, `rake_bp` is basis points.
    """

    min_players: Seating = 3
    max_players: Seating = 7
    ante: Points = 50
    cap: Points = 15_000
    entry: Points = 0
    min_raise: Points = 0
    after_all_in: AfterAllIn = AfterAllIn.ALL_IN_ONLY
    allow_check: bool = False
    max_playoffs: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    buy_in_rounding: Rounding = Rounding.UP
    rake_bp: Annotated[int, msgspec.Meta(ge=0, le=WHOLE)] = 500
    rake_basis: RakeBasis = RakeBasis.NET
    split_seconds: Seconds = 10
    act_seconds: Seconds = 20
    buy_in_seconds: Seconds = 10


class SettingError(ValueError):
    """A setting is unknown, of the wrong type, out of range, or at odds with another."""


def ruleset(settings: Mapping[str, object] | None = None) -> Ruleset:
    """Return the full ruleset of what differs from the defaults of Z1.

    Raises `SettingError` naming the first setting that is unknown or has no meaning.
    """
    full = filled(settings)
    reason = disagreement(full)
    if reason is not None:
        raise SettingError(word(reason))
    return full


def filled(settings: Mapping[str, object] | None = None) -> Ruleset:
    """Return the same where each setting has a meaning, though they may not agree (the rules ask).

    Raises `SettingError` naming the first setting that is unknown or has no meaning.
    """
    try:
        chosen = msgspec.convert(dict(settings or {}), Ruleset)
    except msgspec.ValidationError as error:
        raise SettingError(fault_of(error)) from error
    return msgspec.structs.replace(
        chosen,
        entry=chosen.entry or chosen.cap,
        min_raise=chosen.min_raise or chosen.ante,
    )


def disagreement(rules: Ruleset) -> str | None:
    """Return why a full ruleset's settings don't agree with each other, or None if they do."""
    if rules.max_players < rules.min_players:
        return "max_players is below min_players"
    if rules.cap < rules.ante:
        return "cap is below the ante"
    return None


def differing(rules: Ruleset) -> dict[str, object]:
    """Return only the settings that differ from the defaults, as a record writes them."""
    plain: dict[str, object] = msgspec.to_builtins(rules)
    usual: dict[str, object] = msgspec.to_builtins(
        ruleset({"ante": rules.ante, "cap": rules.cap}),
    )
    usual.update(ante=Ruleset().ante, cap=Ruleset().cap)
    return {key: value for key, value in plain.items() if value != usual[key]}
