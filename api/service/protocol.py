"""The server's reader of requests, with a bound on how much of a head it takes in."""

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES: Final = 64 * 1024
"""A head beyond this is not read to its end. Smaller ones that are too large get a problem."""


class BoundedProtocol(HttpToolsProtocol):
    """Ends a connection whose request does not get beyond its head."""

    _in_head = True
    _head_bytes = 0

    def on_message_begin(self) -> None:
        """Begin with the head of a request."""
        self._in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Go on with its body, which the application bounds."""
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Take bytes in, unless the head they are of is too large by now."""
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_BYTES and not self._ends_within(data):
                self.send_400_response("The head of the request is too large.")
                return
        super().data_received(data)

    def _ends_within(self, data: bytes) -> bool:
        """Say whether a head ends in the bytes that have come at once, and is no larger itself."""
        end = data.find(b"\r\n\r\n")
        return end >= 0 and self._head_bytes - len(data) + end <= MOST_BYTES
