"""Requests and sockets that are in hand when the service stops, and bodies that never come."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from api.roles import Caller, Role
from api.service import body
from api.service.auth import Tokens
from api.service.body import StrictRequest
from api.service.known import LEEWAY_SECONDS
from api.service.problems import ProblemError
from domain.log.masters import keys_in
from tests.support.service import PATIENCE, Served, place_at, seat_players, served


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Served]:
    with served(place_at(f"sqlite:///{tmp_path}/log.db", tmp_path), pause=86_400) as running:
        seat_players(running, "t", ["ann"])
        # Until it is told, it may yet end the sockets of who sits down.
        with followed(running, running.token("kim", Role.OPERATOR), "?after=0") as follower:
            while "PlayerSat" not in str(follower.recv(PATIENCE)):
                pass
        yield running


def followed(running: Served, token: str, query: str = "") -> ClientConnection:
    address = f"{running.url.replace('http', 'ws')}/v1/tables/t/live{query}"
    return connect(
        address,
        additional_headers={"Authorization": f"Bearer {token}"},
        proxy=None,
        open_timeout=PATIENCE,
        close_timeout=PATIENCE,
    )


def closed_with(follower: ClientConnection) -> int | None:
    """Hear the rest of what is told, and return the code that it ends with."""
    with suppress(ConnectionClosed):
        while True:
            follower.recv(PATIENCE)
    return follower.close_code


def test_a_socket_is_closed_as_documented_when_the_service_stops(running: Served) -> None:
    with followed(running, running.token("ann")) as follower:
        assert json.loads(follower.recv())["type"] == "hello"
        assert running.stop() == 0
        assert closed_with(follower) == 1012


def test_a_stream_is_ended_as_documented_when_the_service_stops(running: Served) -> None:
    bearer = {"Authorization": f"Bearer {running.token('ann')}"}
    url = f"{running.url}/v1/tables/t/events"
    with httpx.stream("GET", url, headers=bearer, timeout=PATIENCE) as answer:
        lines = answer.iter_lines()
        assert any('"type":"hello"' in line for line in lines)
        assert running.stop() == 0
        *_, name, data, _ = lines
    assert (name, data) == ("event: end", 'data: {"code":1012,"reason":"stopping"}')


def test_a_socket_ends_with_its_token(running: Served) -> None:
    tokens = Tokens(keys_in(running.place.tokens))
    ann = Caller("ann", Role.PLAYER)

    def follower(seconds: int) -> ClientConnection:
        lasting = timedelta(seconds=seconds - LEEWAY_SECONDS)
        token = tokens.make(ann, lasting, datetime.now(UTC))
        try:
            return followed(running, token)
        except InvalidStatus:  # on a busy machine it has ended before it was used at all
            assert seconds < PATIENCE
            return follower(4 * seconds)

    with follower(2) as ann_follows:
        assert json.loads(ann_follows.recv())["type"] == "hello"
        assert closed_with(ann_follows) == 1008


def test_a_request_that_is_cut_off_by_the_stop_gets_a_problem(running: Served) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as line:
        head = (
            f"POST /v1/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer"
            f" {running.token('kim', Role.OPERATOR)}\r\nIdempotency-Key: 1\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n"
            "Expect: 100-continue\r\n\r\n{"
        )
        line.sendall(head.encode())
        answers = line.makefile("rb")
        assert answers.readline().startswith(b"HTTP/1.1 100 ")  # it is in hand
        assert answers.readline() == b"\r\n"
        assert running.stop() == 0
        answer = answers.read().decode()
    assert answer.startswith("HTTP/1.1 503 ")
    assert "application/problem+json" in answer
    assert '"code":"stopping"' in answer
    assert "Traceback" not in running.output()


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "BODY_SECONDS", 0)

    async def never() -> Any:  # noqa: ANN401 -- a message that does not come
        await asyncio.Event().wait()

    request = StrictRequest({"type": "http", "method": "POST", "headers": []}, never)
    with pytest.raises(ProblemError) as refused:
        asyncio.run(request.body())
    assert (refused.value.status_code, refused.value.problem.code) == (408, "too_slow")
