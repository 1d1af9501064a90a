"""A service that runs in this process and is asked over a real socket; whoever has its log plays.

It is run as `paipu serve` runs it, with the settings of that command, but for the steward: a test
deals and ends turns itself.
"""

import io
import logging
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Thread
from time import sleep, time
from typing import Any, NamedTuple, Self

import uvicorn

from api.house import House
from api.roles import Caller, Role
from api.service.app import service
from api.service.auth import Tokens
from api.service.feed import Feed
from api.service.room import Room
from api.service.serve import config_of, quiet
from api.serving import Serving
from domain.log.address import MEMORY
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.store import Log, open_log
from projections.catalogue import PROJECTIONS
from projections.follow import Following
from projections.store.engine import Views, open_views
from tests.support.keys import KEYS
from tests.support.logs import ticking
from tests.support.service import ORIGIN
from tests.support.tables import migrate, migrate_views

PATIENCE = 120.0
POLL = 0.05
"""So that nothing has to be waited for when the service stops."""
TOKENS = Tokens({"test": bytes(range(64, 96))})
START_MS = 1_800_000_000_000
Chance = Callable[[int], bytes]


class HandClock:
    """Unix time in milliseconds: one later at every look, or much later when that is wanted."""

    def __init__(self) -> None:
        self.now = START_MS

    def __call__(self) -> int:
        self.now += 1
        return self.now

    def past_all_deadlines(self) -> None:
        self.now += 86_400_000


class Told(NamedTuple):
    """What came back: the status, the head as text, and the body."""

    status: int
    head: str
    body: str

    @property
    def whole(self) -> str:
        return f"{self.head}\n{self.body}"


def token(name: str, role: Role = Role.PLAYER) -> str:
    return TOKENS.make(Caller(name, role), timedelta(hours=1), datetime.now(UTC))


@cache
def _document() -> dict[str, Any]:
    """Return what every service here says of itself, made once: that takes half a second."""

    def unopened(_: AsyncExitStack[Any]) -> Room:
        message = "this one only says what it is"
        raise AssertionError(message)

    return service(unopened, TOKENS).openapi()


class Inside:
    """A service in a thread, its log and its house."""

    def __init__(
        self,
        log: Log,
        views: Views,
        chance: Chance | None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self._now = now
        self.log, self.views, self.clock = log, views, HandClock()
        self.house = House(log, self.clock, chance)
        self.has_decks = chance is not None
        self.heard: list[Told] = []
        """All that was answered, but for proofs."""
        self.app = service(self._opening, TOKENS)
        self.app.openapi_schema = _document()
        config = config_of(Serving("", port=0))
        config.app, config.factory = self.app, False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, args=([self._listening],), daemon=True)
        self._connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self._keys = count(1)

    def _opening(self, stack: AsyncExitStack[Any]) -> Room:
        projections = PROJECTIONS.values()
        following = stack.enter_context(Following(projections, self.log, self.views, poll=POLL))
        now = self._now
        told = time if now is None else lambda: now().timestamp()
        feed = Feed(self.log, poll=POLL, now=told)
        feed.start()
        stack.callback(feed.stop)
        signer = Signer([SigningKey(ORIGIN, bytes(32))])
        Checkpoints(self.log, signer).take()
        room = Room(
            self.log,
            self.house,
            views=self.views,
            following=following,
            feed=feed,
            signer=signer,
        )
        stack.callback(room.close)
        room.taken_back.start()
        stack.callback(room.taken_back.stop)
        return room

    def narrow(self) -> None:
        """Let who does not read fill soon what lies between, on connections from now on."""
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)

    @property
    def feed(self) -> Feed:
        feed: Feed = self.app.state.room.feed
        return feed

    def spread(self) -> None:
        """Wait until all that has happened was handed to those who follow.

        Whoever follows before is cut off when the own sitting down comes to be told (H12).
        """
        until(lambda: self.feed.spread == self.log.last_position())

    def projected(self) -> None:
        """Wait until the views show all that has happened, and say so."""
        room: Room = self.app.state.room
        last = self.log.last_position()
        until(lambda: all(one.position >= last for one in room.following.health()))

    def __enter__(self) -> Self:
        self._thread.start()
        until(lambda: self._server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()
        assert not self._thread.is_alive()

    def fetch(
        self,
        method: str,
        path: str,
        bearer: str | None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Told:
        """Ask something; return all that came back."""
        sent = {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
        if body is not None:
            sent["Content-Type"] = "application/json"
        self._connection.request(method, path, body, sent | dict(headers or {}))
        answer = self._connection.getresponse()
        head = "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
        told = Told(answer.status, head, answer.read().decode())
        if not path.endswith("/proofs"):
            self.heard.append(told)
        return told

    def key(self) -> dict[str, str]:
        """Return a new idempotency key, as a header."""
        return {"Idempotency-Key": f"key-{next(self._keys)}"}


def until(true: Any) -> None:  # noqa: ANN401 -- whatever says whether it is so
    """Wait until something is so."""
    for _ in range(int(PATIENCE / 0.005)):
        if true():
            return
        sleep(0.005)
    message = "it never came to be so"
    raise AssertionError(message)


@contextmanager
def inside(
    folder: Path,
    address: str = MEMORY,
    chance: Chance | None = None,
    now: Callable[[], datetime] | None = None,
) -> Iterator[Inside]:
    """Yield a service of a new house, in memory or at an address, its views in a folder.

    Its clocks are a test's: every look at one is a second, or a millisecond, later. With `chance`
    its rounds have committed decks. With `now` what is recorded, and what spectators may see (H12),
    goes by that.
    """
    views = f"sqlite:///{folder}/views.db"
    migrate_views(views)
    if address != MEMORY:
        migrate(address)
    with (
        open_log(address, now=now or ticking(), keys=KEYS) as log,
        open_views(views) as rows,
        Inside(log, rows, chance, now) as served,
    ):
        yield served


@contextmanager
def listening() -> Iterator[io.StringIO]:
    """Yield what is logged from now on, of all kinds and however small."""
    told, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(told)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    quiet()
    try:
        yield told
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
