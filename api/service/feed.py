"""What happens at tables and in matches, as it comes: one reader for all of a process."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final, Literal

from api.service.late import Lanes
from api.service.subscription import RESTARTING, Ear, Subscription, resettled, spread
from api.service.told import PAGE, Broken, Places, Told, page_after
from domain.flow.address import Address
from domain.log.errors import LogError
from domain.log.pages import read_until
from domain.log.store import Log

POLL_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.01
"""How long it rests after a page, so that a busy log is read in few pages."""
UNHEARD_SECONDS: Final = 0.1
"""The same while nobody follows anything."""
PAUSE_SECONDS: Final = 0.2
OUTAGES: Final = 100

_logger: Final = logging.getLogger("paipu.feed")


class Feed:
    """Reads the log in a thread and spreads what happens to those who follow a table or match.

    Start it, or `begin` and drive it by `step`, not both. Those who see it late are told by lanes
    (`late.py`), in a thread of their own.
    """

    def __init__(
        self, log: Log, *, poll: float = POLL_SECONDS, now: Callable[[], float] = time.time
    ) -> None:
        self.now = now
        """Tells Unix time in seconds, by which it is judged what is old enough (H12)."""
        self._log = log
        self._poll = poll
        self._stop = Event()
        self._thread = Thread(target=self._run, name="feed", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscriptions: dict[Address, set[Subscription]] = {}
        self._lanes = Lanes(log, now)
        self._read = 0
        self.spread = 0
        """Up to which position of the log everything was handed to those who follow."""
        self.endings: Counter[int] = Counter()
        """How many were told nothing more, by the code of why."""
        self.outages: deque[float] = deque(maxlen=OUTAGES)
        """When the log could not be read any more, Unix time; for one to take who records it."""
        self._failing = False
        self._unreadable = 0
        self._places = Places(log)

    def start(self) -> None:
        """Begin to read, from the end of the log as it is now. To be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self.begin()
        self._thread.start()
        self._lanes.start(self._loop)

    def begin(self) -> None:
        """Take the end of the log as it is now for what is known. Raises the log's errors."""
        self._read = self.spread = self._log.last_position()

    @property
    def followers(self) -> int:
        """How many follow something."""
        return sum(map(len, list(self._subscriptions.values())))

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return self._stop.is_set()

    def health(self) -> Literal["following", "damaged", "failing"]:
        """Say in a word how it does; `damaged`: it has passed over rows that cannot be read."""
        if self._failing or self._lanes.failing:
            return "failing"
        return "damaged" if self._unreadable else "following"

    def stop(self) -> None:
        """Stop reading, and end all subscriptions. To be called in the event loop."""
        self._stop.set()
        self._lanes.stop()
        for one in [one for some in self._subscriptions.values() for one in some]:
            one.end(RESTARTING)

    def subscribe(self, ear: Ear) -> Subscription:
        """Return what is to be told from now on. To be called in the event loop."""
        return self._with(Subscription(ear, self))

    def subscribe_late(self, ear: Ear, seconds: int, position: int) -> Subscription:
        """Return the same, so many seconds late; the log was at `position` so long ago."""
        lane = self._lanes.lane(seconds, position)
        subscription = self._with(Subscription(ear, lane))
        self._lanes.add(lane, subscription)
        return subscription

    def _with(self, subscription: Subscription) -> Subscription:
        self._subscriptions.setdefault(subscription.ear.place, set()).add(subscription)
        if self.stopped:
            subscription.end(RESTARTING)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Forget a subscription. To be called in the event loop."""
        place = subscription.ear.place
        some = self._subscriptions.get(place, set())
        some.discard(subscription)
        if subscription.code is not None:
            self.endings[subscription.code] += 1
        if not some:
            self._subscriptions.pop(place, None)
        self._lanes.remove(subscription)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if self.step():
                    self._stop.wait(REST_SECONDS if self._subscriptions else UNHEARD_SECONDS)
                else:
                    self._log.wait_beyond(self._read, self._poll)
                self._failing = False
            except Exception as error:  # noqa: BLE001 -- whatever it is, sockets wait for what comes after it
                if not self._failing:  # once, each time that it begins
                    self.outages.append(self.now())
                    code = error.code if isinstance(error, LogError) else type(error).__name__
                    _logger.warning("the feed cannot read the log (%s); again soon", code)
                self._failing = True
                self._stop.wait(PAUSE_SECONDS)

    def step(self) -> bool:
        """Read a page and spread it, in the event loop; return whether there was anything."""
        end = self._log.last_position()
        if end <= self._read:
            return False
        page = page_after(self._log, self._read)
        told = [found for one in page if (found := self._places.told(one)) is not None]
        self._read = read_until(page, PAGE, end)
        if self._loop is None:
            self._tell(told, self._read)
            return True
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._tell, told, self._read)
        return True

    def _tell(self, page: list[Told | Broken], until: int) -> None:
        for told in page:
            if isinstance(told, Broken):
                self._unreadable += 1
                _logger.error("position %s cannot be told (%s)", told.position, told.code)
            here = self._subscriptions.get(told.place)
            if here:
                if isinstance(told, Told) and told.round is None:
                    resettled(told, here)
                spread([one for one in here if one.source is self], told)
        self.spread = until
