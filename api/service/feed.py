"""What happens at tables and in matches, as it comes: one reader for all sockets of a process."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Final, NamedTuple, get_args

from api.service.facts import Opened
from domain.flow.address import Address, Kind, game
from domain.games.games import GAMES
from domain.house.anchors import events as anchors_events
from domain.house.clock import events as clock_events
from domain.house.deck import events as deck_events
from domain.house.match import events as match_events
from domain.house.table import events as table_events
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.errors import LogError
from domain.log.store import Log
from domain.shengji import events as shengji_events

POLL_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.02
"""How long it rests after a page, so that a busy log is read in few pages."""
UNHEARD_SECONDS: Final = 0.1
"""The same while nobody follows anything."""
PAGE: Final = 500
PAUSE_SECONDS: Final = 0.2
QUEUED: Final = 1_000
"""Events that wait for a slow reader, before it is cut off and may resume."""
KEPT: Final = 10_000
"""Rounds of which it is remembered where they are played."""
TOPICS: Final = tuple(
    name_of(kind)
    for kind in (
        *get_args(table_events.Event),
        *get_args(match_events.Event),
        *get_args(clock_events.Event),
        *get_args(deck_events.Event),
        *get_args(anchors_events.Event),
        *(kind for one in GAMES for kind in one.events),
    )
)
"""The stored names of what is told to those who follow a table or a match."""
PLACES: Final = frozenset({Kind.TABLE, Kind.MATCH})
"""What can be followed."""

_logger: Final = logging.getLogger("paipu.feed")


class Told(NamedTuple):
    """An event of a table or a match, and the round's opening if it is a round's."""

    place: Address
    recorded: Recorded
    opened: Opened | None

    @property
    def position(self) -> int:
        """Where it stands in the log."""
        return self.recorded.position or 0


def place_of(opened: Opened) -> Address | None:
    """Return the table or the match that a round is played in, None for a round of none."""
    if isinstance(opened, shengji_events.RoundOpened):
        return None if opened.match is None else Address(Kind.MATCH, opened.match)
    return None if opened.table is None else Address(Kind.TABLE, opened.table)


class Places:
    """Finds the table or match that an event belongs to. To be used by one thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._opened: OrderedDict[str, Opened] = OrderedDict()

    def told(self, recorded: Recorded) -> Told | None:
        """Return an event with its place, None if it is of none. Raises the log's errors."""
        at = Address.of(recorded.stream)
        if at is None:
            return None
        # Anchors are those of a table or match, by its stream's name.
        place = Address.of(at.id) if at.kind is Kind.ANCHORS else at
        if place is not None and place.kind in PLACES:
            return Told(place, recorded, None)
        opened = self._opening(at.id, recorded)
        place = None if opened is None else place_of(opened)
        return None if place is None else Told(place, recorded, opened)

    def _opening(self, round_id: str, recorded: Recorded) -> Opened | None:
        if isinstance(recorded.event, Opened):
            return self._keep(round_id, recorded.event)
        known = self._opened.get(round_id)
        if known is not None:
            return known
        first = self._log.fact(game(round_id).stream, 1)
        opened = None if first is None else first.event
        return self._keep(round_id, opened) if isinstance(opened, Opened) else None

    def _keep(self, round_id: str, opened: Opened) -> Opened:
        self._opened[round_id] = opened
        if len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return opened


class Subscription:
    """What one socket is still to be told of one table or match, from a position on."""

    def __init__(self, place: Address, position: int) -> None:
        self.place = place
        self.position = position
        """Everything after it comes through the queue, what is before it does not."""
        self.ended = asyncio.Event()
        """Set when it has fallen behind for good, or nothing comes any more."""
        self._queue: asyncio.Queue[Told] = asyncio.Queue(QUEUED)

    def put(self, told: Told) -> None:
        """Take an event, or fall behind for good."""
        if self.ended.is_set():
            return  # one that came after one that was lost would hide that
        try:
            self._queue.put_nowait(told)
        except asyncio.QueueFull:
            self.ended.set()

    async def next(self) -> Told:
        """Return the next event."""
        return await self._queue.get()

    def end(self) -> None:
        """Let nothing come any more."""
        self.ended.set()


class Feed:
    """Reads the log in a thread and spreads what happens to those who follow a table or match."""

    def __init__(self, log: Log, *, poll: float = POLL_SECONDS) -> None:
        self._log = log
        self._poll = poll
        self._stop = Event()
        self._thread = Thread(target=self._run, name="feed", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscriptions: dict[Address, set[Subscription]] = {}
        self._read = 0
        self._spread = 0
        self._places = Places(log)

    def start(self) -> None:
        """Begin to read, from the end of the log as it is now. To be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._read = self._spread = self._log.last_position()
        self._thread.start()

    @property
    def followers(self) -> int:
        """How many follow something."""
        return sum(map(len, self._subscriptions.values()))

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Stop reading, and end all subscriptions."""
        self._stop.set()
        for subscription in [one for some in self._subscriptions.values() for one in some]:
            subscription.end()

    def subscribe(self, place: Address) -> Subscription:
        """Return what is to be told of a place from now on. To be called in the event loop."""
        subscription = Subscription(place, self._spread)
        self._subscriptions.setdefault(place, set()).add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Forget a subscription. To be called in the event loop."""
        some = self._subscriptions.get(subscription.place, set())
        some.discard(subscription)
        if not some:
            self._subscriptions.pop(subscription.place, None)

    def _run(self) -> None:
        failing = False
        while not self._stop.is_set():
            try:
                if self._step():
                    self._stop.wait(REST_SECONDS if self._subscriptions else UNHEARD_SECONDS)
                else:
                    self._log.wait_beyond(self._read, self._poll)
                failing = False
            except Exception as error:  # noqa: BLE001 -- whatever it is, sockets wait for what comes after it
                if not failing:  # once, each time that it begins
                    code = error.code if isinstance(error, LogError) else type(error).__name__
                    _logger.warning("the feed cannot read the log (%s); again soon", code)
                failing = True
                self._stop.wait(PAUSE_SECONDS)

    def _step(self) -> bool:
        """Read a page and hand it to the event loop; return whether there was anything."""
        end = self._log.last_position()
        if end <= self._read:
            return False
        page = self._log.after(self._read, PAGE, TOPICS)
        told = [found for one in page if (found := self._places.told(one)) is not None]
        # What is not of these names is passed over, up to the end as it was before the page.
        last = (page[-1].position or 0) if page else 0
        self._read = last if len(page) == PAGE else max(last, end)
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._tell, told, self._read)
        return True

    def _tell(self, page: list[Told], until: int) -> None:
        for told in page:
            for subscription in self._subscriptions.get(told.place, ()):
                subscription.put(told)
        self._spread = until


def missed(log: Log, place: Address, after: int, until: int) -> Iterator[Told]:
    """Yield what happened at a place after a position, up to and with another, in order."""
    places = Places(log)
    position = after
    while position < until:
        page = log.after(position, PAGE, TOPICS)
        for one in page:
            if (one.position or 0) > until:
                return
            told = places.told(one)
            if told is not None and told.place == place:
                yield told
        if len(page) < PAGE:
            return
        position = page[-1].position or until
