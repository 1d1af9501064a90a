"""A lean client for loads: HTTP/1.1 over one kept connection, a fraction of a full client's work.

So that what is measured, or killed, is the service and not who asks it.
"""

import asyncio
import json
from typing import Any, NamedTuple, cast

HOST = "127.0.0.1"
PATIENCE = 120.0
END = b"\r\n\r\n"


class LostError(ConnectionError):
    """The connection ended before the answer came: nobody knows whether it was done."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    head: bytes
    body: bytes

    def json(self) -> Any:  # noqa: ANN401 -- any JSON
        """Return what the body says."""
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        """Return a header's value."""
        for line in self.head.decode("latin-1").split("\r\n")[1:]:
            key, _, value = line.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return None


class Line(asyncio.Protocol):
    """One connection, used by one who waits for each answer before asking again."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._read = b""
        self._need = 0
        self._head = b""
        self._answer: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(LostError())

    def data_received(self, data: bytes) -> None:
        read = self._read + data if self._read else data
        if not self._head:
            end = read.find(END)
            if end < 0:
                self._read = read
                return
            self._head, read = read[:end], read[end + len(END) :]
            self._need = _length(self._head)
        self._read = read
        if len(read) >= self._need:
            self._finish()

    def _finish(self) -> None:
        answer = Answer(int(self._head[9:12]), self._head, self._read[: self._need])
        self._head, self._read = b"", self._read[self._need :]
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return the answer. Raises `LostError`."""
        if self._transport is None:
            raise LostError
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.abort()


def _length(head: bytes) -> int:
    at = head.lower().find(b"content-length:")
    return int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


async def connected(port: int) -> Line:
    """Return a new connection. Raises `LostError`."""
    try:
        _, line = await asyncio.get_running_loop().create_connection(Line, HOST, port)
    except OSError:
        raise LostError from None
    return line


def requested(
    method: str, path: str, token: str, *, key: str | None = None, body: object = None
) -> bytes:
    """Return the bytes of a request."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} /v1{path} HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token}"]
    if key is not None:
        lines.append(f"Idempotency-Key: {key}")
    if body is not None:
        lines.append("Content-Type: application/json")
    if method != "GET":
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join([*lines, "", ""]).encode() + content
