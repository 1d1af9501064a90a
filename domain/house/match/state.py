"""A match as a union of phases. Values only: the rules are in `decide` and `rounds`."""

from collections.abc import Mapping

import msgspec

from domain.kernel.seats import Seat
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Seated(Value, frozen=True, kw_only=True):
    """Who sits at a seat, and whether the player is ready (M3), away (M5) or disabled (M9)."""

    player: str
    ready: bool
    away: bool
    disabled: bool


class Unopened(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Known(Value, frozen=True, kw_only=True):
    """What is true of a match from its opening on.

    `levels` and `totals` are how the match stands, `dealer` is who deals next or in the running
    round, None as long as no round was settled; `rounds` is how many were started.
    Spectators are `delay_seconds` late (H12), which was set `delays` times.
    """

    match: str
    settings: Ruleset
    seats: Mapping[Seat, Seated]
    levels: Mapping[Side, str]
    totals: Mapping[Seat, int]
    dealer: Seat | None
    rounds: int
    delay_seconds: int = 0
    delays: int = 0

    @property
    def begun(self) -> bool:
        """Say whether the first round was started: from then on the four stay."""
        return self.rounds > 0

    def seat_of(self, player: str) -> Seat | None:
        """Return where a player sits, if at all."""
        return next((seat for seat, one in self.seats.items() if one.player == player), None)


class Open(Known, frozen=True, kw_only=True):
    """A match that goes on; `running` is the round that runs."""

    running: str | None


class Over(Known, frozen=True, kw_only=True):
    """A match that a side has won, or that was abandoned, and for which reason."""

    winner: Side | None
    abandoned: str | None


State = Unopened | Open | Over
