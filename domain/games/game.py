"""What a game is to everything above it: its decider, and what it says of its own kinds."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.kernel.decider import Command, Decider, Event, Origin
from domain.kernel.seats import Seat


class Waiting(Protocol):
    """What a running round waits for."""

    @property
    def phase(self) -> str:
        """The phase by its name in a record."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats it waits for, p1 upward."""
        ...


class Game(NamedTuple):
    """A game by its name in a record, `sizhidao` or `shengji`, and its rules for a round.

    Every entry is the game's own function of that name; they take that game's states, commands and
    facts only. `hidden` says which fields of these are sealed, `audiences` for whom.
    """

    name: str
    decider: Decider[Any, Any, Any]
    opened: type[Event]
    states: tuple[type, ...]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    hidden: Mapping[type[msgspec.Struct], tuple[str, ...]]
    audiences: Callable[[Any], tuple[Seat, ...]]
    may_come_from: Callable[[Any, Origin], bool]
    seen_by: Callable[[Any, Any], Any]
    turn_of: Callable[[Any], str | None]
    seconds_of: Callable[[Any], int | None]
    waiting: Callable[[Any], Waiting]
    late_command: Callable[[Any, Seat], Command]
