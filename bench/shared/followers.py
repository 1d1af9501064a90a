"""Clients of sockets, many in a few processes, each as lean as can be."""

import asyncio
import base64
import multiprocessing as processes
import os
import resource
import socket
import time
from array import array
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, cast

import uvloop

from tests.support.service import Served

CLIENTS = 2
"""Processes that follow."""
AT_ONCE = 100
"""Sockets that are opened at the same time."""
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
SHORT, MEDIUM = 126, 127
HEAD = b"\r\n\r\n"
BEGIN = b'{"position":'
PATIENCE = 60.0
READ_SECONDS = 5.0
"""How long those who did not read do so at the end, to see what became of them."""
LOST = 1006
"""Cut off, and the client has not even taken the word."""


class Way(NamedTuple):
    """Whom a socket is for: a table, and whose token."""

    table: str
    token: str


class Follower(asyncio.Protocol):
    """A socket's client that keeps when it was told which position, and nothing else."""

    def __init__(self, way: Way, *, reads: bool = True) -> None:
        self.way = way
        self.positions = array("q")
        self.times = array("d")
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code: int | None = None
        """With which the service closed it."""
        self._reads = reads
        self._transport: asyncio.Transport | None = None
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET /v1/tables/{self.way.table}/live HTTP/1.1",
            "Host: bench",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Authorization: Bearer {self.way.token}",
        )
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, _: Exception | None) -> None:
        """Note that it was cut off, if that was not said."""
        self.code = self.code or LOST
        if not self.open.done():
            self.open.set_exception(ConnectionError("no socket"))

    def data_received(self, data: bytes) -> None:
        """Take what has come, frame by frame."""
        now = time.monotonic()
        read = self._read + data if self._read else data
        if not self.open.done():
            head, found, read = read.partition(HEAD)
            if not found:
                self._read = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(head.decode()))
                return
            self.open.set_result(None)
            if not self._reads and self._transport is not None:
                self._transport.pause_reading()
        at = 0
        while (end := self._frame(read, at, now)) is not None:
            at = end
        self._read = read[at:]

    def read_on(self) -> None:
        """Read, after having read nothing."""
        assert self._transport is not None
        self._transport.resume_reading()

    def _frame(self, read: bytes, at: int, now: float) -> int | None:
        """Take a frame, and return where the next begins; None if it is not all here."""
        if len(read) < at + 4:
            return None
        kind, size, begin = read[at], read[at + 1], at + 2
        if size == SHORT:
            size, begin = int.from_bytes(read[begin : begin + 2], "big"), begin + 2
        elif size == MEDIUM:
            size, begin = int.from_bytes(read[begin : begin + 8], "big"), begin + 8
        if len(read) < begin + size:
            return None
        if kind == TEXT and read.startswith(BEGIN, begin):
            number = begin + len(BEGIN)
            self.positions.append(int(read[number : read.index(b",", number)]))
            self.times.append(now)
        elif kind == CLOSE:
            self.code = int.from_bytes(read[begin : begin + 2], "big")
        elif kind == PING and self._transport is not None:
            # A mask of zeros leaves it as it is.
            self._transport.write(
                bytes((PONG, 0x80 | size)) + bytes(4) + read[begin : begin + size]
            )
        return begin + size


async def _opened(port: int, ways: Sequence[Way], *, reads: bool) -> list[Follower]:
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def one(way: Way) -> Follower:
        line = socket.socket()
        line.setblocking(False)  # noqa: FBT003 -- the library's
        if not reads:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        async with gate:
            await loop.sock_connect(line, ("127.0.0.1", port))
            _, follower = await loop.create_connection(
                lambda: Follower(way, reads=reads), sock=line
            )
            await asyncio.wait_for(follower.open, PATIENCE)
            return follower

    return list(await asyncio.gather(*map(one, ways)))


def follow(pipe: Connection, port: int, ways: Sequence[Way], reads: bool) -> None:  # noqa: FBT001 -- as a process is given it
    """Open sockets, say so, follow until told to stop, and hand over what was told when."""

    async def run() -> None:
        followers = await _opened(port, ways, reads=reads)
        pipe.send(len(followers))
        while not pipe.poll():  # noqa: ASYNC110 -- what is waited for comes by a pipe
            await asyncio.sleep(0.05)
        pipe.recv()
        if not reads:
            for one in followers:
                one.read_on()
            await asyncio.sleep(READ_SECONDS)
        pipe.send([(one.way.table, one.positions, one.times, one.code) for one in followers])

    many_files()
    uvloop.run(run())


def many_files() -> None:
    """Let this process have as many sockets as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Crowd:
    """Processes of followers."""

    def __init__(self, served: Served, ways: Sequence[Way], *, reads: bool = True) -> None:
        context = processes.get_context("spawn")
        self._pipes = []
        self._processes = []
        for number in range(CLIENTS):
            ours, theirs = context.Pipe()
            asked = (theirs, served.port, ways[number::CLIENTS], reads)
            process = context.Process(target=follow, args=asked, daemon=True)
            process.start()
            self._pipes.append(ours)
            self._processes.append(process)

    def ready(self) -> int:
        """Wait until all sockets are open, and return how many there are."""
        return sum(pipe.recv() for pipe in self._pipes)

    def stop(self) -> list[Any]:
        """Return what all were told: the table, positions, and times."""
        for pipe in self._pipes:
            pipe.send(None)
        told = [one for pipe in self._pipes for one in pipe.recv()]
        for process in self._processes:
            process.join()
        return told
