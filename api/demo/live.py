"""Following a table or match over its socket, again and again from the last position heard."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from api.demo.client import Badge, Json

MOST_BYTES: Final = 1 << 20


class ToldWrongError(RuntimeError):
    """The service told an event twice, or an earlier one after a later one."""


class Live:
    """What happens at a table or in a match, by its path, from a position of the log on.

    `heed` takes it; `drop` says after each message whether the connection is to be lost.
    """

    def __init__(
        self,
        url: str,
        path: str,
        badge: Badge,
        heed: Callable[[Json], None],
        *,
        drop: Callable[[], bool],
    ) -> None:
        self.position: int | None = None
        """Up to where everything was heard; None while that is not known."""
        self._url = f"{url.replace('http', 'ws', 1)}/v1{path}/live"
        self._badge = badge
        self._heed = heed
        self._drop = drop

    async def listen(self) -> None:
        """Hear what there is to hear until the connection ends; now and then, end it abruptly.

        Raises what connecting raises, and `ToldWrongError`.
        """
        after = "" if self.position is None else f"?after={self.position}"
        try:
            async with connect(
                f"{self._url}{after}",
                additional_headers={"Authorization": self._badge.header},
                proxy=None,
                max_size=MOST_BYTES,
                compression=None,
            ) as socket:
                async for message in socket:
                    self._hear(json.loads(message))
                    if self._drop():
                        socket.transport.abort()
        except ConnectionClosed:
            pass
        except InvalidStatus as error:
            if error.response.status_code != HTTPStatus.CONFLICT:
                raise
            self.position = None  # it is too far back: heard is what comes from now on

    def _hear(self, message: Json) -> None:
        position = int(message["position"])
        beats = message["type"] == "heartbeat"
        again = beats or message["type"] == "hello"
        if self.position is not None and position < self.position + (not again):
            told = f"position {position} was told after {self.position}"
            raise ToldWrongError(told)
        self.position = position
        if not beats:
            self._heed(message)
