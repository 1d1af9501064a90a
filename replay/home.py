"""A round's home, which is the table or match that began it, as each game has it."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from domain.kernel.decider import Command, Event


class Part(NamedTuple):
    """What one decision wrote to a round's home: the command that it was there, and its facts."""

    command: Command | None
    facts: Sequence[Event]


class Home(Protocol):
    """What a game says of the home of its rounds."""

    def stream(self, opened: Any) -> str:  # noqa: ANN401 -- of its game
        """Return the stream of the home that an opening names."""
        ...

    def opening(self, opened: Any, part: Part) -> Command | None:  # noqa: ANN401 -- of its game
        """Return the command that the home's start of a round brings it, None if that is none."""
        ...

    def tells_end(self, state: Any, started: Any, part: Part) -> bool:  # noqa: ANN401 -- of its game
        """Say whether the home tells the end of a round in `state` as it must.

        `started` is the home's fact that started the round.
        """
        ...

    def others(self, state: Any, part: Part) -> frozenset[str]:  # noqa: ANN401 -- of its game
        """Return the streams besides the home's to which the end of a round is brought."""
        ...
