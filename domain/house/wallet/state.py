"""A wallet as a union of phases. Values only: the rules are in `decide`."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.kernel.seats import Seat

ISSUE: Final = "issue"
"""The counter-account stands where a player's wallet would, so no player has this name."""


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Nobody(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Account(Value, frozen=True, kw_only=True):
    """A player's wallet: `balance` in points, and the seat at each table and in each match."""

    player: str
    test: bool
    disabled: bool
    balance: int
    seats: Mapping[str, Seat]
    matches: Mapping[str, Seat]


class Issue(Value, frozen=True, kw_only=True):
    """The counter-account: `balance` is minus all points that are in the house (H2.3)."""

    balance: int


State = Nobody | Account | Issue
