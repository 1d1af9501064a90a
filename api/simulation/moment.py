"""The time in a simulation: it goes when it is told to."""

from datetime import UTC, datetime, timedelta
from typing import Final

START_MS: Final = 1_800_000_000_000
"""When every simulation begins, Unix time in milliseconds."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Time:
    """A clock of all processes; its milliseconds and its moments are the same time."""

    def __init__(self) -> None:
        self.ms = START_MS

    def now_ms(self) -> int:
        """Return Unix time in milliseconds."""
        return self.ms

    def now(self) -> datetime:
        """Return the moment."""
        return _EPOCH + timedelta(milliseconds=self.ms)

    def go(self, milliseconds: int) -> None:
        """Let so much time pass."""
        self.ms += milliseconds
