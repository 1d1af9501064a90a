"""A table as a union of phases. Values only: the rules are in `decide` and `rounds`."""

from collections.abc import Mapping

import msgspec

from domain.house.table.events import DealtIn
from domain.kernel.seats import Seat
from domain.sizhidao.ruleset import Ruleset


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of the state."""


class Seated(Value, frozen=True, kw_only=True):
    """Who sits at a seat, with which stack in points; `disabled` while the player is (H1.2)."""

    player: str
    stack: int
    disabled: bool


class Running(Value, frozen=True, kw_only=True):
    """The round that is running: its id, its head and the stacks dealt into it."""

    round: str
    head: Seat
    dealt_in: tuple[DealtIn, ...]

    def holds(self, seat: Seat) -> bool:
        """Say whether the stack of a seat is locked by the round."""
        return any(dealt.seat == seat for dealt in self.dealt_in)


class Unopened(Value, frozen=True, kw_only=True):
    """Nothing has happened yet."""


class Open(Value, frozen=True, kw_only=True):
    """A table with its seats taken, whether or not a round runs.

    `order` are the players who are to be head of the next round, the first who can be: those who
    sat down, until a round is settled, then those who showed in the last one (Z1.3, Z8.1). After
    them it is the first that can be from `last_head` on, that seat being the last (Z8.2).
    Spectators are `delay_seconds` late (H12), which was set `delays` times.
    """

    table: str
    settings: Ruleset
    seats: Mapping[Seat, Seated]
    order: tuple[str, ...]
    last_head: Seat | None
    running: Running | None
    delay_seconds: int = 0
    delays: int = 0

    def seat_of(self, player: str) -> Seat | None:
        """Return where a player sits, if at all."""
        return next((seat for seat, one in self.seats.items() if one.player == player), None)


State = Unopened | Open
