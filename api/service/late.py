"""Telling what has happened to those who see it late (H12): a lane for every delay in use."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from api.service.subscription import Subscription, spread
from api.service.told import PAGE, Broken, Places, Told, page_after
from domain.flow.address import Address
from domain.log.envelope import Recorded
from domain.log.errors import LogError
from domain.log.examine import Unreadable
from domain.log.store import Log

TICK_SECONDS: Final = 0.1
"""How often it is looked for what has become old enough."""
EMPTY_SECONDS: Final = 0.5
"""How long the log is left alone once all of it was read."""
PAUSE_SECONDS: Final = 1.0

_logger: Final = logging.getLogger("paipu.feed")


class Lane:
    """Reads the log so many seconds late: in the thread of lanes, spread in the event loop.

    Every event is read once for all who are so late; what of a page is too young waits.
    """

    def __init__(self, seconds: int, position: int) -> None:
        self.seconds = seconds
        self.spread = position
        """Up to which position of the log everything was handed to those who follow."""
        self.followers: dict[Address, set[Subscription]] = {}
        self._read = position
        self._page: deque[Recorded | Unreadable] = deque()
        self._found: list[Told | Broken] = []
        self._again = 0.0

    def due(self, log: Log, places: Places, now: float) -> list[Told | Broken]:
        """Return what has become old enough.

        Raises `LogUnavailableError`; then what was found waits for the next time.
        """
        while now >= self._again:
            if not self._page:
                self._page.extend(page_after(log, self._read))
                if not self._page:
                    self._again = now + EMPTY_SECONDS
            while self._page and (left := self._left(now)) <= 0:
                told = places.told(self._page[0])
                self._read = self._page.popleft().position or self._read
                self._found += [] if told is None else [told]
            if self._page:
                self._again = now + left
            elif len(self._found) >= PAGE:
                break
        found, self._found = self._found, []
        return found

    def _left(self, now: float) -> float:
        """Return how many seconds the next event is still too young; one that is damaged never."""
        row = self._page[0]
        if isinstance(row, Unreadable):
            return 0
        return row.envelope.recorded_at.timestamp() + self.seconds - now

    @property
    def read(self) -> int:
        """Up to which position it has read what is old enough."""
        return self._read


class Lanes:
    """All lanes of a process. Whoever asks does so in the event loop."""

    def __init__(self, log: Log, now: Callable[[], float]) -> None:
        self._log = log
        self._now = now
        self._lanes: dict[int, Lane] = {}
        self._places = Places(log)
        self._stop = Event()
        self._wanted = Event()
        self._thread = Thread(target=self._run, name="feed-late", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.failing = False

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to read for those who come."""
        self._loop = loop
        self._thread.start()

    def stop(self) -> None:
        """Stop reading."""
        self._stop.set()
        self._wanted.set()

    def lane(self, seconds: int, position: int) -> Lane:
        """Return the lane of a delay; one that is new begins at a position."""
        return self._lanes.get(seconds) or Lane(seconds, position)

    def add(self, lane: Lane, subscription: Subscription) -> None:
        """Let somebody be told by a lane."""
        self._lanes[lane.seconds] = lane
        lane.followers.setdefault(subscription.ear.place, set()).add(subscription)
        self._wanted.set()

    def remove(self, subscription: Subscription) -> None:
        """Forget somebody; a lane that nobody follows ends."""
        lane, place = subscription.source, subscription.ear.place
        if not isinstance(lane, Lane):
            return
        some = lane.followers.get(place, set())
        some.discard(subscription)
        if not some:
            lane.followers.pop(place, None)
        if not lane.followers:
            self._lanes.pop(lane.seconds, None)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wanted.wait()
            self._wanted.clear()
            while self._lanes and not self._stop.wait(TICK_SECONDS):
                try:
                    for lane in list(self._lanes.values()):
                        self._step(lane)
                    self.failing = False
                except Exception as error:  # noqa: BLE001 -- whatever it is, it is tried again
                    if not self.failing:
                        code = error.code if isinstance(error, LogError) else type(error).__name__
                        _logger.warning("what is told late cannot be read (%s)", code)
                    self.failing = True
                    self._stop.wait(PAUSE_SECONDS)
            self.failing = False

    def _step(self, lane: Lane) -> None:
        before = lane.read
        told = lane.due(self._log, self._places, self._now())
        if (told or lane.read > before) and self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(_tell, lane, told, lane.read)


def _tell(lane: Lane, page: list[Told | Broken], until: int) -> None:
    for told in page:
        spread(lane.followers.get(told.place, ()), told)
    lane.spread = until
