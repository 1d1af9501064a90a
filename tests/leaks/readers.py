"""Clients of the live socket that go and come back, and what all of them together should see."""

import json
from collections.abc import Mapping, Sequence
from random import Random
from threading import Event, Thread
from typing import Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection

from domain.house.deck.events import DeckCommitted
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.sizhidao import events
from tests.leaks.inside import PATIENCE
from tests.leaks.live import at_table, following, read
from tests.leaks.looking import Viewer

MOST_AT_ONCE: Final = 60
"""Messages that a client reads, at most, before it goes."""
Message = Mapping[str, Any]
MASKED: Final[Mapping[type, Sequence[str]]] = {
    events.CardsDealt: ("cards",),
    events.HandSplit: ("front", "back"),
}
MASKED_FOR_ALL: Final[Mapping[type, Sequence[str]]] = {DeckCommitted: ("secret",)}


class Reader(Thread):
    """Somebody who follows a table, goes at any moment and comes back for what is next.

    `ports` are those of the services, any of which is as good. A steady one goes only if it must.
    """

    def __init__(
        self,
        ports: Sequence[int],
        viewer: Viewer,
        chance: Random,
        table: str,
        *,
        steady: bool = False,
    ) -> None:
        super().__init__(name=f"reader {viewer.name}", daemon=True)
        self.seen: list[Message] = []
        self.after = 0
        self.times = 0
        self._ports, self._viewer, self._chance, self._table = ports, viewer, chance, table
        self._last: int | None = None
        self._most = 1 << 60 if steady else MOST_AT_ONCE
        self._over = Event()

    def run(self) -> None:
        while not self._done():
            self.times += 1
            try:
                self._follow()
            except (ConnectionClosed, InvalidStatus, OSError, WebSocketException):
                self._over.wait(0.01)  # cut off, or the service is not there: again

    def _follow(self) -> None:
        path = f"/tables/{self._table}/live?after={self.after}"
        port, often = self._chance.choice(self._ports), self._chance.randint(0, self._most)
        with following(port, self._viewer.bearer, path, close_timeout=1) as socket:
            assert read(socket)["position"] == self.after
            while often and not self._done():
                if (message := _read(socket)) is not None:
                    often -= 1
                    self.seen.append(message)
                    self.after = message["position"]
            if self._chance.random() < 0.5:  # without a word
                socket.close_socket()

    def _done(self) -> bool:
        return self._last is not None and self.after >= self._last

    def finish(self, last: int) -> list[Message]:
        """Read on up to a position; return all that was seen."""
        self._last = last
        self.join(PATIENCE)
        assert not self.is_alive(), (self.name, self.after, last)
        return self.seen


def _read(socket: ClientConnection) -> Message | None:
    """Return the next message, None if there is none for a moment."""
    try:
        message: Message = json.loads(socket.recv(0.02))
    except TimeoutError:
        return None
    return message if "fact" in message else None


def masked_stream(log: Log, table: str, viewer: Viewer, after: int = 0) -> list[Message]:
    """Return what happened at a table as the viewer is to be told it."""
    told, openings = [], dict[str, events.RoundOpened]()
    for one in at_table(log, table):
        if isinstance(one.event, events.RoundOpened):
            openings[one.stream.partition("/")[2]] = one.event
        if (one.position or 0) > after:
            opened = openings.get(one.stream.partition("/")[2])
            told.append(_masked(one, table, _seat(opened, viewer)))
    return told


def _seat(opened: events.RoundOpened | None, viewer: Viewer) -> str | None:
    players = [] if opened is None else [one.player for one in opened.players]
    return f"p{players.index(viewer.player) + 1}" if viewer.player in players else None


def _masked(one: Recorded, table: str, seat: str | None) -> Message:
    """Return what a seat is told of what happened at a table."""
    fact = msgspec.to_builtins(one.event)
    del fact["type"]
    others = MASKED.get(type(one.event), ()) if fact.get("seat") != seat else ()
    for name in (*others, *MASKED_FOR_ALL.get(type(one.event), ())):
        fact[name] = ["??" for _ in fact[name]]
    return told_as(one, fact, table=table)


def told_as(one: Recorded, fact: object, **place: str) -> Message:
    """Return the message that tells a fact, as it is seen, at a table or in a match."""
    told = {
        "position": one.position,
        "stream": one.stream,
        "version": one.version,
        "type": name_of(type(one.event)),
        "origin": one.envelope.origin,
        "fact": fact,
        **place,
    }
    message: Message = json.loads(json.dumps(told))
    return message


def without_time(seen: Sequence[Message]) -> list[Message]:
    return [{name: part for name, part in one.items() if name != "at"} for one in seen]


def gaps(seen: Sequence[Message]) -> list[Message]:
    """Return what does not come right after what was told of its stream before."""
    versions: dict[str, int] = {}
    found = []
    for one in seen:
        before = versions.get(one["stream"], one["version"] - 1)
        if one["version"] != before + 1:
            found.append(one)
        versions[one["stream"]] = one["version"]
    return found
