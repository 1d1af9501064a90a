"""A signal of how far a projection has come, to wait for in the same process."""

from threading import Condition


class Reached:
    """The highest position told; whoever waits for one is woken as soon as it is there."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._position = 0

    @property
    def position(self) -> int:
        """The highest position told, 0 before any."""
        with self._condition:
            return self._position

    def tell(self, position: int) -> None:
        """Wake those who wait for this position or a lower one."""
        with self._condition:
            self._position = max(self._position, position)
            self._condition.notify_all()

    def wait(self, position: int, timeout: float) -> bool:
        """Return True once the position has been reached, False after `timeout` seconds."""
        with self._condition:
            return self._condition.wait_for(lambda: self._position >= position, timeout)
