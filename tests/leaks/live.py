"""A client of the live socket, and what it should be told by what is in the log."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from domain.flow.address import Address, Kind
from domain.log.envelope import Recorded
from domain.log.store import Log
from tests.leaks.evening import TABLE
from tests.leaks.inside import PATIENCE, Told
from tests.leaks.looking import Look
from tests.support.service import PLAIN

_quiet: Final = logging.getLogger("tests.leaks.client")
_quiet.setLevel(logging.WARNING)  # else it writes what it is told into the log, as it well may


AT_THE_TABLE: Final = Address(Kind.TABLE, TABLE)
_PLURAL: Final = {Kind.TABLE: "tables", Kind.MATCH: "matches", Kind.ROUND: "rounds"}
_read: Final[WeakKeyDictionary[Log, list[Recorded]]] = WeakKeyDictionary()
_UNTOLD: Final = ("date", "Sec-WebSocket-Accept")


def following(port: int, bearer: str | None, path: str, **more: Any) -> ClientConnection:  # noqa: ANN401 -- whatever the library takes
    """Open a socket. Raises `InvalidStatus` with the problem that came instead."""
    headers = {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
    usual: dict[str, Any] = {
        "additional_headers": headers,
        "proxy": None,
        "logger": _quiet,
        "open_timeout": PATIENCE,
        "max_queue": None,  # else what was not read would be in the way when it closes
    }
    socket: ClientConnection = connect(f"ws://127.0.0.1:{port}/v1{path}", **(usual | more))
    return socket


def refused(error: InvalidStatus) -> Told:
    """Return the answer that came instead of a socket."""
    answer = error.response
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.raw_items())
    return Told(answer.status_code, head, answer.body.decode())


def read(socket: ClientConnection) -> dict[str, Any]:
    """Return the next message."""
    message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
    return message


def at_table(log: Log, table: str, after: int = 0) -> list[Recorded]:
    """Return what happened at a table after a position, by the names of streams alone."""
    return at_place(log, Address(Kind.TABLE, table), after)


def at_place(log: Log, place: Address, after: int = 0) -> list[Recorded]:
    """Return the same for a table, a match or a round."""
    found, ours = [], {place.stream, f"anchors/{place.stream}"}
    if place.kind is Kind.ROUND:
        ours = {place.stream, f"clock/{place.id}", f"deck/{place.id}"}
    for one in everything(log):
        named = getattr(one.event, place.kind, None) == place.id
        if named and one.stream.startswith("round/"):
            about = one.stream.partition("/")[2]
            ours |= {one.stream, f"clock/{about}", f"deck/{about}"}
        if one.stream in ours and (one.position or 0) > after:
            found.append(one)
    return found


def everything(log: Log) -> list[Recorded]:
    """Return all that is in a log; what was read of it before is not read again."""
    known = _read.setdefault(log, [])
    known += log.after((known[-1].position or 0) if known else 0, 1 << 30)
    return known


def told_until(socket: ClientConnection, position: int) -> Iterator[dict[str, Any]]:
    """Yield messages up to the one of a position."""
    while (message := read(socket))["position"] < position:
        yield message
    yield message


def opened(look: Look, path: str) -> str:
    """Open a socket and close it; return the first message. Raises `InvalidStatus`."""
    with following(look.moment.served.port, look.viewer.bearer, path) as socket:
        return hello(socket)


def listened(
    look: Look, after: int | None, place: Address = AT_THE_TABLE
) -> tuple[str, list[dict[str, Any]]]:
    """Follow a place until all that has happened is told; return the opening, and messages."""
    served = look.moment.served
    query = "" if after is None else f"?after={after}"
    path = f"/{_PLURAL[place.kind]}/{place.id}/live{query}"
    try:
        with following(served.port, look.viewer.bearer, path) as socket:
            opening = f"{head_of(socket)}\n{hello(socket)}"
            due = [] if after is None else at_place(served.log, place, after)
            last = (due[-1].position or 0) if due else 0
            return opening, list(told_until(socket, last)) if due else []
    except InvalidStatus as error:
        return refused(error).whole, []


Listen = Callable[[Look, int | None, Address], tuple[str, list[dict[str, Any]]]]


def streamed(
    look: Look, after: int | None, place: Address = AT_THE_TABLE
) -> tuple[str, list[dict[str, Any]]]:
    """Do the same by server-sent events."""
    served = look.moment.served
    sent = {} if look.viewer.bearer is None else {"Authorization": f"Bearer {look.viewer.bearer}"}
    sent |= {} if after is None else {"Last-Event-ID": str(after)}
    url = f"http://127.0.0.1:{served.port}/v1/{_PLURAL[place.kind]}/{place.id}/events"
    due = [] if after is None else at_place(served.log, place, after)
    last = (due[-1].position or 0) if due else 0
    with httpx.stream("GET", url, headers=sent, timeout=PATIENCE, verify=PLAIN) as answer:
        head = "\n".join(f"{one}: {value}" for one, value in answer.headers.items())
        if answer.status_code != httpx.codes.OK:
            return f"{head}\n{answer.read().decode()}", []
        lines = (line for line in answer.iter_lines() if line.startswith("data: "))
        told = map(json.loads, (line.removeprefix("data: ") for line in lines))
        opening, messages = next(told), list[dict[str, Any]]()
        while due and (not messages or messages[-1]["position"] < last):
            messages.append(next(told))
        return f"{head}\n{json.dumps(opening)}", messages


def head_of(socket: ClientConnection) -> str:
    """Return the head of the answer that opened a socket, without date and proof.

    The proof is a hash of what the client sent, written so that it may look like a card.
    """
    assert socket.response is not None
    found = socket.response.headers.raw_items()
    told = (f"{name}: {value}" for name, value in found if name not in _UNTOLD)
    return "\n".join(told)


def hello(socket: ClientConnection) -> str:
    """Return the first message."""
    message = read(socket)
    assert message["type"] == "hello", message
    return json.dumps(message)
