"""What has happened since the demonstration began, in figures; and what went wrong, in a line."""

import logging
import time
from typing import Final

from api.demo.client import Json, RefusedError
from domain.house.match.events import MatchRoundEnded
from domain.house.table.events import RoundEnded
from domain.kernel.decider import Origin, name_of
from domain.log.streams import ROUNDS

QUIET_SECONDS: Final = 60
"""How long the same trouble is told once only."""
ROUND_ENDED: Final = frozenset({name_of(RoundEnded), name_of(MatchRoundEnded)})
"""What a table or a match tells at the end of a round."""

_logger: Final = logging.getLogger("paipu.demo")


class Tally:
    """Counts what is told of each table and match, by one of those who follow it."""

    def __init__(self) -> None:
        self.rounds = 0
        self.by_players = 0
        self.by_clock = 0

    def heed(self, message: Json) -> None:
        """Count an event."""
        if message["type"] in ROUND_ENDED:
            self.rounds += 1
        elif str(message.get("stream", "")).startswith(ROUNDS):
            self.by_players += message["origin"] == Origin.PLAYER
            self.by_clock += message["origin"] == Origin.CLOCK

    def __str__(self) -> str:
        """Return the figures."""
        return (
            f"{self.rounds} rounds ended, {self.by_players} events by players,"
            f" {self.by_clock} by the clock"
        )


class Troubles:
    """Tells what goes wrong: briefly, and the same not over and over."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def tell(self, who: str, error: Exception) -> None:
        """Tell an error of somebody's."""
        what, now = (
            f"{type(error).__name__} {getattr(error, 'code', '')}".rstrip(),
            time.monotonic(),
        )
        if now - self._told.get(what, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._told[what] = now
            _logger.warning("%s: %s", who, error if isinstance(error, RefusedError) else what)
