"""A bell that wakes whoever waits for new events, in this process."""

from threading import Condition


class Bell:
    """Counts its rings, so that one that falls between a look and the waiting is not missed."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._rings = 0

    @property
    def rings(self) -> int:
        """How often it has rung; remember this before looking, and wait with it."""
        return self._rings

    def ring(self) -> None:
        """Wake all who wait."""
        with self._condition:
            self._rings += 1
            self._condition.notify_all()

    def wait(self, rings: int, timeout: float) -> None:
        """Return as soon as it has rung more than `rings` times, or after `timeout` seconds."""
        with self._condition:
            self._condition.wait_for(lambda: self._rings > rings, timeout)
