"""Heads of requests are taken up to a size, and refused beyond it."""

import socket
from contextlib import suppress

import pytest

from api.service.heads import MOST_HEADERS, MOST_URL
from tests.service.asking import House, problem
from tests.support.service import PATIENCE


@pytest.mark.parametrize("path", ["/" + "x" * MOST_URL, "/me?" + "x" * MOST_URL])
def test_an_address_that_is_too_long_is_refused(house: House, path: str) -> None:
    assert problem(house.guests["ann"].client.get(path), 414, "url_too_long") == {"most": MOST_URL}


@pytest.mark.parametrize(
    "headers",
    [{f"X-{number}": "x" for number in range(MOST_HEADERS)}, {"X-Long": "x" * 20_000}],
    ids=["many", "long"],
)
def test_a_head_that_is_too_large_is_refused(house: House, headers: dict[str, str]) -> None:
    params = problem(house.guests["ann"].client.get("/me", headers=headers), 431, "head_too_large")
    assert params["lines"] == MOST_HEADERS


def test_a_head_that_does_not_end_is_not_read_to_its_end(house: House) -> None:
    sent = 0
    with socket.create_connection(("127.0.0.1", house.served.port), PATIENCE) as line:
        line.sendall(b"GET /v1/me HTTP/1.1\r\n")
        with suppress(OSError):
            while sent < 8_000_000:
                line.sendall(f"X-{sent}: {'x' * 10_000}\r\n".encode())
                sent += 10_000
    assert sent < 8_000_000
