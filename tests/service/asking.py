"""Asking a service in odd ways, and looking whether it says no as it should."""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from api.service.problems import TITLES
from tests.support.service import PATIENCE, Guest, Served

SHAPE = ["type", "title", "status", "code", "rule", "detail", "params", "request"]


class House(NamedTuple):
    """A service that runs, who asks it by name or role, and rounds of both games that wait.

    `stranger` has no token; making a client for each request would take longer than the request.
    """

    served: Served
    guests: Mapping[str, Guest]
    stranger: httpx.Client
    round: str
    match_round: str

    @property
    def paths(self) -> dict[str, str]:
        """What stands for the names in a route's path."""
        there = {"player": "ann", "table": "t", "match": "m", "round": self.round}
        return {**there, "dispute": "none", "adjustment": "none", "report": "rake"}

    @property
    def position(self) -> int:
        """How far the log goes."""
        return int(self.guests["auditor"].see("/health")["position"])

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """See to it that the log is not written to meanwhile."""
        before = self.position
        yield
        assert self.position == before or self.served.written(before) == []

    def send(
        self, who: str, path: str, body: bytes, kind: str = "application/json"
    ) -> httpx.Response:
        """Send a command's body as it is, under a new key."""
        headers = {"Content-Type": kind, "Idempotency-Key": uuid4().hex}
        return self.guests[who].client.post(path, content=body, headers=headers)

    def raw(self, request: bytes) -> tuple[int, bytes]:
        """Send bytes as they are, and return the status and the body of the answer."""
        with socket.create_connection(("127.0.0.1", self.served.port), PATIENCE) as connection:
            connection.sendall(request)
            answer = b""
            while piece := connection.recv(65_536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), body


def problem(answer: httpx.Response, status: int, code: str, rule: str | None = None) -> Any:  # noqa: ANN401 -- any JSON
    """Return the parameters of a problem, which must be this one and have the one shape."""
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    return problem_in(answer.content, status, code, rule)


def problem_in(content: bytes, status: int, code: str, rule: str | None = None) -> Any:  # noqa: ANN401 -- any JSON
    """Return the same of an answer's body."""
    told = json.loads(content)
    assert list(told) == SHAPE
    assert (told["status"], told["code"], told["rule"]) == (status, code, rule), content
    assert told["type"] == f"urn:paipu:problem:{code}"
    assert told["title"] == TITLES[status]
    assert told["detail"].strip() == told["detail"] != ""
    assert isinstance(told["params"], dict)
    return told["params"]
