"""Opening the house at an address for a service, and closing it again in the right order."""

import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Any, NamedTuple, Protocol, TypeVar

from api.checkpointer import Checkpointer, Every
from api.house import House
from api.observing.watch import Watch
from api.selfcheck import SelfChecker
from api.service.feed import Feed
from api.service.room import Room
from api.serving import PAUSE_SECONDS
from api.steward.holder import holder_of
from api.steward.steward import Steward
from domain.kernel.text import text
from domain.log.address import MEMORY
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.errors import LogAddressError
from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.follow import Following
from projections.store.engine import open_views
from replay.settings import development_keys, signer_for, views_address


class Opening(NamedTuple):
    """Which house is served, how long a table rests between two rounds, when the log is signed."""

    log: str
    pause_seconds: int = PAUSE_SECONDS
    every: Every = Every()
    watch: Watch = Watch()

    def open(self, stack: AsyncExitStack[Any]) -> Room:
        """Open everything; the stack closes it. Raises a `LogError` or a `ViewsError`."""
        address = views_address(self.log)
        if self.log == MEMORY or address is None:
            raise LogAddressError(text("a log in memory is gone when the service ends"))
        log = stack.enter_context(open_log(self.log, now=_now, keys=development_keys(self.log)))
        views = stack.enter_context(open_views(address))
        observer = self.watch.observer
        projections = PROJECTIONS.values()
        following = stack.enter_context(Following(projections, log, views, around=observer.work))
        house = House(log, now_ms, token_bytes, observer)
        holder, pause, signer = holder_of(self.log), self.pause_seconds, signer_for(self.log)
        steward = Steward(log, house, now_ms, holder, pause_seconds=pause, observer=observer)
        begin(steward, stack)
        begin(SelfChecker(log, house), stack)
        checkpoints = Checkpoints(log, signer)
        room = Room(
            log,
            house,
            views=views,
            following=following,
            feed=begin(Feed(log), stack),
            signer=signer,
            steward=steward,
            checkpointer=begin(Checkpointer(log, checkpoints, _now, self.every), stack),
            observer=observer,
        )
        stack.callback(room.close)
        begin(room.taken_back, stack)
        self.watch.house(room, stack)
        return room


class Part(Protocol):
    """What works by itself from its start until it is stopped."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """Stop, and wait until it has."""


P = TypeVar("P", bound=Part)


def begin(part: P, stack: AsyncExitStack[Any]) -> P:
    """Start a part, which the stack stops; return it."""
    part.start()
    stack.callback(part.stop)
    return part


def now_ms() -> int:
    """Return Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def _now() -> datetime:
    return datetime.now(UTC)
