"""Whether this process takes part in the service: it says that it goes before it goes.

On SIGTERM readiness ends first, and all is answered as before for as long as whoever sends requests
here needs to notice; then no more is taken, what is in hand is ended, and streams are closed.
"""

from collections.abc import Callable


class Standing:
    """How this process stands. There is one, for the server and the application in it."""

    def __init__(self) -> None:
        self.ready = True
        """Whether requests are to be sent here; not when it was told to stop."""
        self.keeps = True
        """Whether connections are kept for more requests; not when it goes, in whichever way."""
        self.workers = 1
        """How many processes like this one serve together."""
        self._closing: list[Callable[[], None]] = []

    def at_close(self, end: Callable[[], None]) -> None:
        """Have something ended that would not end by itself, such as streams, in the event loop."""
        self._closing.append(end)

    def leave(self) -> None:
        """Let others at the same address take what comes."""
        self.keeps = False

    def stop(self) -> None:
        """Say that nothing is to be sent here any more."""
        self.ready = self.keeps = False

    def close(self) -> None:
        """End what would not end by itself, before what is in hand is waited for."""
        self.keeps = False
        while self._closing:
            self._closing.pop()()


STANDING = Standing()
