"""One address for several services, as a balancer of load gives them: it sends to who is ready."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from itertools import compress, count

from tests.support.service import Served

PROBE_SECONDS = 0.1
CHUNK = 1 << 16
READY = b"GET /v1/ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class Balancer:
    """Looks ten times a second who is ready, and gives each connection to one of them in turn."""

    def __init__(self, behind: Sequence[Served]) -> None:
        self.ready: list[int] = []
        """The ports of those that are ready."""
        self.refused = 0
        """How many connections nobody took, since none was ready or who was took no more."""
        self.ended: list[int] = []
        """The ports of those that were ready and are not any more, each time."""
        self._behind = behind
        self._numbers = count()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on."""
        with closing(writer):
            try:
                port = self.ready[next(self._numbers) % len(self.ready)]
                there, here = await asyncio.open_connection("127.0.0.1", port)
            except (ZeroDivisionError, OSError):
                self.refused += 1
                return
            with closing(here):
                await asyncio.gather(_passed(reader, here), _passed(there, writer))

    async def look(self) -> None:
        """Look who is ready, again and again."""
        while True:
            ports = [one.port for one in self._behind]
            found = await asyncio.gather(*map(_is_ready, ports))
            before, self.ready = self.ready, list(compress(ports, found))
            self.ended += [port for port in before if port not in self.ready]
            await asyncio.sleep(PROBE_SECONDS)


async def _passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(CHUNK):
            writer.write(piece)
            await writer.drain()
    writer.close()


async def _is_ready(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            writer.write(READY)
            answer = await asyncio.wait_for(reader.read(CHUNK), 5)
    except (OSError, TimeoutError):
        return False
    return answer.startswith(b"HTTP/1.1 200")


@asynccontextmanager
async def balanced(behind: Sequence[Served], port: int) -> AsyncIterator[Balancer]:
    """Yield a balancer at a port in front of services."""
    balancer = Balancer(behind)
    looking = asyncio.ensure_future(balancer.look())
    async with await asyncio.start_server(balancer.serve, "127.0.0.1", port):
        try:
            yield balancer
        finally:
            looking.cancel()
            await asyncio.wait([looking])
