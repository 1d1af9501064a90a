"""A client of the service, as anybody could write one: tokens, idempotency keys, trying again."""

import asyncio
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

import httpx

from api.roles import Caller, Role
from api.service.auth import Tokens, now

TOKENS_LAST: Final = timedelta(hours=1)
PATIENCE_SECONDS: Final = 15
ATTEMPTS: Final = 5
RETRY_SECONDS: Final = 0.5

Json = dict[str, Any]


class RefusedError(RuntimeError):
    """The service said no, and why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Badge(httpx.Auth):
    """Shows who asks: a new token each time, so that none expires while the bots play on."""

    def __init__(self, tokens: Tokens, name: str, role: Role = Role.PLAYER) -> None:
        self._tokens = tokens
        self._caller = Caller(name, role)

    @property
    def header(self) -> str:
        """The Authorization header."""
        return f"Bearer {self._tokens.make(self._caller, TOKENS_LAST, now())}"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Put the header on a request."""
        request.headers["Authorization"] = self.header
        yield request


@asynccontextmanager
async def connections(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield what all clients of a service share: its address and connections to it."""
    async with httpx.AsyncClient(
        base_url=f"{url}/v1",
        timeout=PATIENCE_SECONDS,
        limits=httpx.Limits(max_connections=None),
        trust_env=False,  # no proxy stands between this machine and itself
    ) as shared:
        yield shared


class Client:
    """Somebody who asks the service."""

    def __init__(self, shared: httpx.AsyncClient, badge: Badge) -> None:
        self._shared = shared
        self.badge = badge

    async def see(self, path: str) -> Json:
        """Look at something. Raises `RefusedError` or `httpx.TransportError`."""
        return await self._answered("GET", path, None, {})

    async def ask(
        self, path: str, body: Mapping[str, object] | None = None, key: str | None = None
    ) -> Json:
        """Ask a command. Raises `RefusedError` or `httpx.TransportError`.

        While it is not known whether it was done it is sent again, with the same key: without
        `key`, with one of its own.
        """
        headers = {"Idempotency-Key": key or uuid4().hex}
        return await self._answered("POST", path, body, headers)

    async def _answered(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None,
        headers: Mapping[str, str],
    ) -> Json:
        for attempt in range(ATTEMPTS):
            last = attempt == ATTEMPTS - 1
            try:
                answer = await self._shared.request(
                    method, path, json=body, headers=headers, auth=self.badge
                )
            except httpx.TransportError:
                if last:
                    raise
            else:
                if last or answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    return _read(answer)
            await asyncio.sleep(RETRY_SECONDS)
        message = "every attempt returns or raises"
        raise AssertionError(message)


def _read(answer: httpx.Response) -> Json:
    """Return what was answered. Raises `RefusedError`."""
    said: Json = answer.json()
    if answer.is_success:
        return said
    raise RefusedError(str(said.get("code", answer.status_code)), str(said.get("detail", "")))
