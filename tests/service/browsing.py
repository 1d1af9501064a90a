"""A browser that asks a house: it keeps cookies, and names the page that it is on."""

from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx

from tests.support.service import PATIENCE, PLAIN, Served

CSRF = "X-CSRF-Token"


class Browser:
    """Asks as a page of the house does, with nothing but the cookie and what it was told."""

    def __init__(self, served: Served, *, origin: str | None = None) -> None:
        self.origin = served.url if origin is None else origin
        self.client = httpx.Client(base_url=f"{served.url}/v1", timeout=PATIENCE, verify=PLAIN)
        self.csrf = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()

    @property
    def cookie(self) -> str:
        """What it would send as its session."""
        return self.client.cookies.get("paipu") or ""

    def log_in(self, token: str) -> dict[str, Any]:
        """Open a session."""
        headers = {"Authorization": f"Bearer {token}", "Origin": self.origin}
        answer = self.client.post("/session", headers=headers)
        assert answer.status_code == httpx.codes.OK, answer.text
        told: dict[str, Any] = answer.json()
        self.csrf = told["csrf"]
        return told

    def look(self, path: str, **headers: str) -> httpx.Response:
        """Look at something."""
        return self.client.get(path, headers={"Sec-Fetch-Site": "same-origin", **headers})

    def ask(
        self, path: str, body: object = None, *, method: str = "POST", **headers: str | bytes | None
    ) -> httpx.Response:
        """Ask a command; a header that is None is left out."""
        usual = {"Origin": self.origin, CSRF: self.csrf, "Idempotency-Key": uuid4().hex}
        named = {**usual, **{name.replace("_", "-"): one for name, one in headers.items()}}
        sent = [
            (name.encode(), one if isinstance(one, bytes) else one.encode())
            for name, one in named.items()
            if one is not None
        ]
        return self.client.request(method, path, json=body, headers=sent)
