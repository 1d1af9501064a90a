"""Opening the house at an address for a service, and closing it again in the right order."""

import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Any, NamedTuple

from api.checkpointer import Checkpointer, Every
from api.house import House
from api.selfcheck import SelfChecker
from api.service.feed import Feed
from api.service.room import Room
from api.serving import PAUSE_SECONDS
from api.steward.holder import holder_of
from api.steward.steward import Steward
from domain.log.address import MEMORY
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.errors import LogAddressError
from domain.log.store import open_log
from projections.catalogue import PROJECTIONS
from projections.follow import Follower, Following
from projections.store.engine import open_views
from replay.settings import development_keys, signer_for, views_address


class Opening(NamedTuple):
    """Which house is served, how long a table rests between two rounds, when the log is signed."""

    log: str
    pause_seconds: int = PAUSE_SECONDS
    every: Every = Every()

    def open(self, stack: AsyncExitStack[Any]) -> Room:
        """Open everything; the stack closes it. Raises a `LogError` or a `ViewsError`."""
        address = views_address(self.log)
        if self.log == MEMORY or address is None:
            raise LogAddressError("a log in memory is gone when the service ends")
        log = stack.enter_context(open_log(self.log, now=_now, keys=development_keys(self.log)))
        views = stack.enter_context(open_views(address))
        followers = [Follower(projection, log, views) for projection in PROJECTIONS.values()]
        following = stack.enter_context(Following(followers))
        house = House(log, now_ms, token_bytes)
        steward = Steward(log, house, now_ms, holder_of(self.log), pause_seconds=self.pause_seconds)
        steward.start()
        stack.callback(steward.stop)
        checker = SelfChecker(log, house)
        checker.start()
        stack.callback(checker.stop)
        feed = Feed(log)
        feed.start()
        stack.callback(feed.stop)
        signer = signer_for(self.log)
        checkpointer = Checkpointer(log, Checkpoints(log, signer), _now, self.every)
        checkpointer.start()
        stack.callback(checkpointer.stop)
        room = Room(
            log,
            house,
            views=views,
            following=following,
            feed=feed,
            signer=signer,
            steward=steward,
            checkpointer=checkpointer,
        )
        stack.callback(room.close)
        return room


def now_ms() -> int:
    """Return Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def _now() -> datetime:
    return datetime.now(UTC)
